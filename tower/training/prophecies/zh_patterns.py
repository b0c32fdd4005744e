"""Chinese plans with a pattern of their own: lists, chains, counting, refrains, riddles.

Each names something early that must come back later.
"""

from __future__ import annotations

from itertools import pairwise

from . import zh_lexicon as lex
from .zh_scene import Scene


def counting(s: Scene) -> list[str]:
    """First, second, third …: the list counts up, and its items return in order."""
    measure, what = s.pick(lex.COUNTED)
    total = s.pick((3, 4, 3, 5))
    things = [s.thing() for _ in range(total)]
    text = [f"{s.one('這城裡|往海邊的路上|從此刻到天明|這個故事裡')}有{lex.COUNTS[total]}{measure}{what}。"]
    verb = s.one("屬於|通往|記得|藏著|守著")
    nth = [f"第{lex.DIGITS[i + 1]}{measure}{what if i == 0 or total == 3 else ''}" for i in range(total)]
    items = [f"{n}{verb}{t.that}" for n, t in zip(nth, things, strict=True)]
    text.append("，".join(items) + "。")
    a = s.person()
    text.append(f"{a.full}會{s.one('一一走過|數上兩遍|忘掉其中一個|在黑暗裡找到它們')}，到最後{a.he}會{s.deed(a)}。")
    lost = s.even(range(total))
    there = f"第{lex.DIGITS[lost + 1]}{measure}{what}"
    text.append(
        s.one(
            f"可是{there}會{s.one('失落|關上|空著')}，{things[lost].that}也跟著{s.one('失落|不見|睡去')}。|"
            f"要找{things[lost].that}，就到{there}去問。|"
            f"誰從{there}拿走{things[lost].that}，就得留下{s.one('自己的名字|一首歌|一縷頭髮|一個諾言')}。"
        )
    )
    if s.chance(0.5):
        text.append(
            f"過了第{lex.DIGITS[total]}{measure}{what}，"
            f"{s.one('就只有海|就只有雪|只聽得見一個聲音|再沒有下一' + measure)}。"
        )
    return text + s.closing()


def dwindling(s: Scene) -> list[str]:
    """So many birds, one flies off, and then there is one fewer."""
    bird, where = s.fresh_even(lex.BIRDS), s.place()
    left = s.even(range(4, 10))
    text = [
        f"{s.one('那一夜，|等雪的時候，|新年剛到，')}{lex.COUNTS[left]}隻{bird}{s.one('停在|守著|睡在|繞著')}{where}。"
    ]
    for _ in range(s.pick((3, 2, 4))):
        left -= 1
        one = s.one(
            f"一隻飛往{s.place()}|一隻睡著了|一隻叼走了{s.thing().one}|一隻跟著{s.person().full}走了|一隻唱到天亮"
        )
        text.append(f"{one}，{s.one('只剩|還剩')}{lex.COUNTS[left]}隻。" if left else f"{one}，一隻也不剩。")
    rest = f"這{lex.COUNTS[left]}隻{bird}" if left > 1 else f"最後一隻{bird}" if left else f"{bird}的影子"
    text.append(
        s.one(
            f"{rest}會留到{where}{s.one('倒下|入睡|被人遺忘|失火')}的那一天。|"
            f"等到{where}再沒有{bird}，{s.one('城就會醒來|鐘就會響起|河水就會漲高|冬天就會到來')}。"
        )
    )
    return text + s.closing()


def refrain(s: Scene) -> list[str]:
    """A line that returns word by word."""
    line, a, season = s.refrain(), s.person(), s.pick(lex.SEASONS)
    text = [line]
    text.append(f"{season.name}裡，{season.falls}，{a.full}會{s.deed(a)}。")
    text.append(line)
    thing = s.thing()
    text.append(
        s.one(
            f"{a.he}在{season.tree}下尋找{thing.one}，"
            f"{s.one('只找到一根羽毛|什麼也沒找到|找到水窪裡的月亮|卻找到另一個')}。|"
            f"{season.bird}會替{a.he}帶來{thing.one}，{a.he}把它藏在{a.trade.place}。|"
            f"沒有人謝過{a.he}，{a.he}只有{thing.one}作伴。"
        )
    )
    text.append(line)
    if s.chance(0.6):
        text.append(f"{season.after}會來，{a.short}會{s.one('忘記|唱歌|笑起來|睡著')}，手裡還握著{thing.that}。")
        text.append(line)
    return text + s.closing()


def chain(s: Scene) -> list[str]:
    """Who finds the first finds the second …: each link repeats the one before."""
    verb = s.one("找到|跟隨|守住|記得|打碎|偷走")
    links = [s.thing() for _ in range(s.pick((4, 3, 5)))]
    text = [
        f"{verb}{here.that}的人，{s.one('會找到|也會找到|必須去找')}{there.that}。" for here, there in pairwise(links)
    ]
    text.append(f"但{verb}{links[-1].that}的人，{s.one('將不得安寧|會來到塔下|會聽見鐘聲|從此自由|會忘記來路')}。")
    a = s.person()
    text.append(
        f"{a.full}{s.one('有過|曾經拿著|丟過')}{s.even(links).that}，{a.he}"
        f"{s.one('不肯再提|如今已老|還在等其餘的|早把它送了人')}。"
    )
    return text + s.closing()


def riddle(s: Scene) -> list[str]:
    """Who will …? Not this one, not that one: the answer takes up the question."""
    a, b, c, thing, place = s.person(), s.person(), s.person(), s.thing(), s.place()
    ask = s.one(f"把{thing.that}帶到{place}|從{place}取走{thing.that}|在{place}守著{thing.that}")
    text = [f"誰會{ask}？"]
    text.append(f"不是{a.full}，{a.he}{s.one('得|還得|總要')}{s.deed(a)}。")
    text.append(f"也不是{b.full}，{b.he}{s.one('發過誓要|得|寧可')}{s.deed(b)}。")
    text.append(f"是{c.full}，{c.he}會{ask}，{s.one('獨自一人|赤著腳|唱著歌|冒著雪|一句話也不說')}。")
    text.append(
        s.one(
            f"{a.short}和{b.short}會{s.one('在窗邊看著|太晚才聽說|笑出聲來|替人提燈')}。|"
            f"{c.he}會把{c.short if c.short != c.full else '自己'}的名字留在{place}。|"
            f"事情做完，{c.short}會{s.deed(c)}，{place}會{s.one('睡去|發光|靜下來')}。"
        )
    )
    return text + s.closing()


def rooms(s: Scene) -> list[str]:
    """Rooms of the tower, each with its thing; one is visited again."""
    a, things = s.person(), [s.thing() for _ in range(3)]
    measure, kind = s.pick((("個", "房間"), ("扇", "窗"), ("個", "抽屜"), ("層", "架子")))
    inside = "後" if kind == "窗" else "上" if kind == "架子" else "裡"
    text = [f"塔的{s.ordinal()}層，{s.one('有一扇門|亮著一盞燈|齒輪不轉|有人在寫字')}。"]
    nth = [f"第{lex.DIGITS[i + 1]}{measure}{kind}" for i in range(3)]
    text.append("，".join(f"{n}{inside}有{t.one}" for n, t in zip(nth, things, strict=True)) + "。")
    i = s.even(range(3))
    text.append(
        f"{a.full}會{s.one('爬上來|淋著雨進來|醒來|迷路')}，{s.one('拿走|摸一摸|偷走|擦亮')}{things[i].that}，"
        f"第{lex.DIGITS[i + 1]}{measure}{kind}便{s.one('暗了|空了' if kind == '架子' else '暗了|空了|關上了')}。"
    )
    j, k = (x for x in range(3) if x != i)
    text.append(f"只有{things[j].that}和{things[k].that}{s.one('留下|還守著|說起' + a.he)}。")
    text.append(
        f"{a.short}會{s.one('一去不回|趕在下雪前回家|' + s.deed(a))}，{things[i].bare}"
        f"{s.one('藏在口袋裡|貼在胸口|裹在外衣下')}。"
    )
    return text + s.closing()
