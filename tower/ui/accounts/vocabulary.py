"""Two tokenizers on one sentence: where they cut, where their numbers disagree, what an unchecked draft would say."""

from __future__ import annotations

from html import escape

import streamlit as st
from tokenizers import Tokenizer

from tower.experiments.other_vocabulary import KINDS, characters_of, shared_text
from tower.models.errors import ModelError
from tower.models.text import Text
from tower.models.vocabulary import check_same_words
from tower.ui import lesson
from tower.ui.accounts import state
from tower.ui.accounts.segments import Segment, segments
from tower.ui.accounts.settings import LONGEST, VOCABULARIES
from tower.ui.errors import escaped, message, told
from tower.ui.language import t
from tower.ui.small_print import small, table

LARGEST = 64 * 2**20  # bytes of a tokenizer.json
_UPLOADED = state.key("uploaded")


def show() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        sentence = st.text_input(state.label("sentence"), key=state.key("sentence"), max_chars=LONGEST,
                                 persist_state="session", disabled=lesson.locked(state.key("sentence")))  # fmt: skip
        second = state.segments("second", VOCABULARIES, lambda code: t(f"accounts.vocabulary.kinds.{code}"))
    with told():
        theirs = characters_of(kind=second) if second in KINDS else _uploaded()
        if theirs is None or not sentence.strip():
            return
        _compare(sentence, shared_text(), theirs)


def _uploaded() -> Text | None:
    """The tokenizer of the visitor's own. It stays in this session alone. Raises ModelError."""
    file = st.file_uploader(t("accounts.vocabulary.upload"), type="json", key="accounts-tokenizer",
                            help=t("accounts.vocabulary.upload_help"))  # fmt: skip
    if file is None:
        known = st.session_state.get(_UPLOADED)
        if known is None:
            st.info(t("accounts.vocabulary.bring"))
            return None
        text: Text = known[1]
        return text
    known = st.session_state.get(_UPLOADED)
    if known is None or known[0] != file.file_id:
        known = st.session_state[_UPLOADED] = (file.file_id, read_tokenizer(file.name, file.getvalue()))
    text = known[1]
    return text


def read_tokenizer(name: str, content: bytes) -> Text:
    """A tokenizer.json of any make. Raises ModelError `tokenizer-unreadable`."""
    try:
        if len(content) > LARGEST:
            raise ValueError(f"{len(content)} bytes")
        return Text(Tokenizer.from_str(content.decode("utf-8")))
    except Exception as error:  # the library raises bare Exception
        raise ModelError("tokenizer-unreadable", f"{name} cannot be read: {error}", file=name) from error


def _compare(sentence: str, ours: Text, theirs: Text) -> None:
    found = segments(sentence, ours, theirs)
    st.html(_LOOK + '<div class="cuts">' + "".join(_segment(one, ours, theirs) for one in found) + "</div>")
    small(t("accounts.vocabulary.key"))
    left, right = ours.encode(sentence), theirs.encode(sentence)
    same = sum(a == b for a, b in zip(left, right, strict=False))
    st.markdown(t("accounts.vocabulary.counts", ours=len(left), theirs=len(right), same=same, size=f"{ours.size:,}",
                  other=f"{theirs.size:,}"))  # fmt: skip
    try:
        check_same_words(ours, theirs)
    except ModelError as error:
        st.error(f"{t('accounts.vocabulary.refused')} {message(error)}")
    else:
        st.success(t("accounts.vocabulary.shared"))
        return
    st.header(t("accounts.vocabulary.why_title"), anchor=False)
    st.markdown(t("accounts.vocabulary.why"))
    columns = [t(f"accounts.vocabulary.columns.{name}") for name in ("id", "wrote", "reads")]
    table(columns, [(str(id), _word(theirs, id), _word(ours, id)) for id in dict.fromkeys(right[:8])], words=3)
    heard = "".join(ours.text(id) for id in right if id < ours.size)
    st.markdown(t("accounts.vocabulary.heard", sentence=escaped(sentence), heard=escaped(heard) or "–"))


def _word(text: Text, id: int) -> str:
    return escaped(text.text(id)) if id < text.size else t("accounts.vocabulary.no_such")


def _segment(one: Segment, ours: Text, theirs: Text) -> str:
    agree = one.ours == one.theirs
    rows = "".join(f"<div>{''.join(_chip(text, id) for id in ids)}</div>" for text, ids in
                   ((ours, one.ours), (theirs, one.theirs)))  # fmt: skip
    return f'<div class="cut"{" data-same" if agree else ""}>{rows}</div>'


def _chip(text: Text, id: int) -> str:
    return f"<span>{escape(text.text(id))}<small>{id}</small></span>"


_LOOK = """<style>
.cuts { display: flex; flex-wrap: wrap; gap: .5rem .45rem; margin: .2rem 0 .4rem; }
.cut { display: grid; gap: .25rem; padding: .25rem; border: 1px dashed currentColor; border-radius: .35rem; }
.cut[data-same] { border: 3px double currentColor; }
.cut div { display: flex; gap: .2rem; }
.cut div:first-child span { border-width: 2px; }
.cut div:last-child span { border-style: dotted; }
.cut span { display: inline-grid; justify-items: center; flex: 1; padding: .1rem .35rem; border: 1px solid currentColor;
  border-radius: .25rem; line-height: 1.25; font-family: Georgia, "Noto Serif CJK TC", "Songti TC", PMingLiU, serif; }
.cut small { font-size: .74rem; font-variant-numeric: tabular-nums; font-family: system-ui, sans-serif; }
</style>"""
