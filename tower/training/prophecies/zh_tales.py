"""Chinese plans that tell what happens: to people, to what they carry, in the course of a year.

Each names something early that must come back later.
"""

from __future__ import annotations

from . import zh_lexicon as lex
from .zh_scene import Scene


def crossing(s: Scene) -> list[str]:
    """The wind crosses something and a bell answers; both come back at the end."""
    wind, nth, bell = s.pick(lex.WINDS), s.ordinal(), s.pick(lex.BELLS)
    where = s.pick(lex.CROSSED)
    wakes = s.one("喚醒整座城|再沒有人睡得著|把船都叫回家|驚起滿城的鳥")
    text = [f"當{wind}{s.one('吹過|吹過|越過|離開|繞過')}{nth}{where}，{bell}鐘將再次響起，{wakes}。"]
    a, thing = s.person(), s.thing()
    text.append(
        f"{a.full}{s.one('會第一個聽見|會聽見|偏偏聽不見|會數著鐘聲')}，{s.one('然後|只好|卻不肯')}{s.deed(a)}。"
    )
    text.append(
        f"在{s.place()}，{a.he}會{s.one('找到|丟失|埋下')}{thing.one}，"
        f"{s.one('誰也不告訴|什麼也不問|上面還有餘溫|被雨淋得濕透')}。"
    )
    if s.chance(0.6):
        b = s.person()
        text.append(
            f"{b.full}會向{a.he}討{thing.that}，{s.one('可是|而')}{a.short}"
            f"{s.one('什麼也不說|只是笑笑|只搖搖頭|指了指天空')}。"
        )
    text.append(
        s.one(
            f"等{wind}轉回來的時候，{bell}鐘就安靜了，{thing.that}"
            f"也{s.one('不見了|冷了|回到原處|成了唯一留下的東西')}。|"
            f"{wind}一走，{a.short}就會把{thing.that}帶回{a.trade.place}。|"
            f"於是{bell}鐘靜了下來，{a.short}把{thing.that}還給{wind}。"
        )
    )
    return text + s.closing()


def carrier(s: Scene) -> list[str]:
    """Two people, two things; later the right one must do the right deed."""
    a, b, one, two, place = s.person(), s.person(), s.thing(), s.thing(), s.place()
    text = [
        f"{s.one('天亮以前|午夜時分|大雨之中|最長的那一夜|歲末那天')}，"
        f"{s.one('會有兩個人到來|兩個旅人將要相遇|兩個陌生人會上路')}：{a.full}帶著{one.one}，{b.full}帶著{two.one}"
        "。"
    ]
    text.append(f"他們會在{place}相遇，{s.one('彼此不相識|分吃一塊麵包|一起等月亮|談談天氣|一句話也不說')}。")
    text.append(f"{a.short}會{s.deed(a)}，{b.short}會{s.deed(b)}。")
    if s.chance(0.5):
        text.append(
            f"到了{s.one('清晨|黃昏|正午|半夜')}，{s.one('其中一個會睡著|雨會停|一扇門會打開')}，{a.short}"
            f"會把{one.bare}{s.one('借給|拿給|遞給')}{b.short}。"
        )
    text.append(
        s.one(
            f"帶著{one.noun}的人將打開門，帶著{two.noun}的人將關上門。|"
            f"{one.that}會留在{place}，{two.that}會獨自上路。|"
            f"分手的時候，{a.short}拿著{two.bare}，{b.short}拿著{one.bare}。|"
            f"後來只找回{two.that}，帶著它的{b.short}被人叫作{s.one('有福的人|有耐心的人|沉默的人')}。"
        )
    )
    return text + s.closing()


def moon(s: Scene) -> list[str]:
    """今晚的月亮很…: the story's own first choice, 50 / 30 / 20."""
    look = s.rng.choices(("圓", "亮", "美"), weights=(50, 30, 20))[0]
    a, b, thing = s.person(), s.person(), s.thing()
    after = {
        "圓": "像一枚錢滾過屋頂|正好蓋住井口",
        "亮": "把影子投在雪地上|太早叫醒了鳥",
        "美": "讓守夜人忘了時辰|叫人捨不得回家",
    }[look]
    text = [f"今晚的月亮很{look}，{s.one(after)}。"]
    text.append(f"{a.full}睡不著，起來{s.deed(a)}。")
    text.append(f"在{s.place()}，{a.he}遇見{b.full}，{b.he}正{s.one('找著|帶著|藏著|叫賣')}{thing.one}。")
    text.append(
        s.one(
            f"「這是你的嗎？」{a.short}問。「從來不是我的。」{b.short}說。|"
            f"「這有什麼用？」{a.short}問。「給很{look}的夜晚用。」{b.short}說。|"
            f"「你留著吧。」{a.short}說。「我不要。」{b.short}說著，把{thing.bare}給了{a.he}。"
        )
    )
    text.append(
        s.one(
            f"於是月亮依舊很{look}，{thing.that}{s.one('回了家|回到河裡|從一雙手傳到另一雙手')}。|"
            f"明晚的月亮不會這麼{look}，但{a.short}還有{thing.that}。|"
            f"到了早上，{b.short}已經走了，{a.short}只記得{thing.that}。"
        )
    )
    return text + s.closing()


def trade(s: Scene) -> list[str]:
    """An exchange; who owns what at the end can be worked out."""
    a, b, one, two = s.person(), s.person(), s.thing(), s.thing()
    text = [
        f"{s.one('久雨的那一年|鐘停的那一天|城還沒有牆的時候|有一天市集上|河水結冰的那一夜')}，{a.full}有{one.one}"
        f"，{b.full}有{two.one}。"
    ]
    text.append(f"{a.short}把{one.that}給了{b.short}，{b.short}把{two.that}給了{a.short}。")
    if s.chance(0.5):
        c, three = s.person(), s.thing()
        text.append(
            f"後來{c.full}帶著{three.one}來，{s.one('想要|討要|哭著要|出錢要')}{two.bare}，{a.short}"
            f"便換得了{three.bare}。"
        )
        ends = [(a, three), (b, one), (c, two)]
    else:
        ends = [(a, two), (b, one)]
    after = s.one("，兩個人都很滿意。|，誰也沒有回頭。|，天開始下雪。|。")
    text.append("，".join(f"{p.short}帶著{t.that}回家" for p, t in ends[:2]) + after)
    who, what = s.pick(ends)
    text.append(
        f"等{s.pick(lex.BELLS)}鐘響起，{who.short}會{s.one('用上|賣掉|藏起|看懂')}{what.bare}，{who.he}"
        f"會{s.deed(who)}。"
    )
    return text + s.closing()


def seasons(s: Scene) -> list[str]:
    """The wheel of the year turns in its order; what was left comes back a year later."""
    season, a, thing, place = s.pick(lex.SEASONS), s.person(), s.thing(), s.place()
    order = [season]
    while len(order) < 3:
        order.append(next(x for x in lex.SEASONS if x.name == order[-1].after))
    text = [f"{season.name}結束以前，{a.full}會把{thing.one}留在{place}。"]
    text.append(
        f"{order[1].name}會帶來{order[1].weather}和{order[1].bird}，"
        f"{s.one('沒有人會碰它|沒有人會問它是誰的|卻沒有它的消息')}。"
    )
    text.append(f"{order[2].name}會帶來{order[2].weather}和{order[2].bird}，{a.he}會{s.deed(a)}。")
    text.append(
        f"等到{season.name}再來，{season.falls}，"
        + s.one(
            f"{a.short}會回到{place}，尋找{thing.that}。|"
            f"一個孩子會撿到{thing.that}，喊出{a.short if a.short != a.full else a.he}的名字。|"
            f"{thing.that}{s.one('已長滿青苔|還是溫的|已經不在|會比' + place + '更老')}。"
        )
    )
    return text + s.closing()


def address(s: Scene) -> list[str]:
    """Spoken to someone by name; the name closes what it opened."""
    name = s.fresh_even(lex.WOMEN + lex.MEN)
    trade, thing, n = s.fresh_even(lex.TRADES), s.thing(), s.even(range(2, 10))
    text = [
        f"{name}，{s.one('聽著|聽我說|醒來|別哭|走近一點')}：{s.one('路還很長|水在上漲|輪子開始轉了|你的燈快滅了')}。"
    ]
    text.append(f"到{trade.place}去，{s.one('敲|等|喊')}{lex.COUNTS[n]}次，向{trade.noun}要{thing.that}。")
    text.append(
        f"如果{trade.noun}{s.one('不肯|笑了|睡著了')}，就再{s.one('等|敲|喊')}{lex.COUNTS[n + 1]}次；"
        f"如果{trade.noun}答應，{s.one('天亮|下雪|第二聲鐘|晚飯')}以前{s.one('要還回|要藏好|別去看')}{thing.bare}。"
    )
    text.append(f"然後{s.pick(trade.deeds)}，{s.one('回家去|唱歌|別出聲|閉上眼睛')}。")
    text.append(
        s.one(
            f"記住，{name}：{lex.COUNTS[n]}次，{thing.that}。|{thing.bare}變{s.one('熱|重|冷')}的時候，{name}，時辰就到了。|塔已經說完了，{name}。"
        )
    )
    return text
