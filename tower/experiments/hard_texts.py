"""Old prose that neither model has read: what no prophecy, no Tang verse and no Jane Austen prepares a draft for.

The beginnings of the Analects and of the Tao Te Ching; the beginnings of Ecclesiastes (King James, 1611) and of
Bacon's "Of Studies" (1625). All in the public domain.
"""

from __future__ import annotations

HARD_TEXTS = (
    "子曰：「學而時習之，不亦說乎？有朋自遠方來，不亦樂乎？人不知而不慍，不亦君子乎？」有子曰：「其為人也孝弟，而好犯上者，鮮矣；"
    "不好犯上，而好作亂者，未之有也。君子務本，本立而道生。」",
    "道可道，非常道；名可名，非常名。無名，天地之始；有名，萬物之母。天下皆知美之為美，斯惡已；皆知善之為善，斯不善已。"
    "故有無相生，難易相成，長短相形，高下相傾，音聲相和，前後相隨。",
    "Vanity of vanities, saith the Preacher, vanity of vanities; all is vanity. What profit hath a man of all his "
    "labour which he taketh under the sun? One generation passeth away, and another generation cometh: but the earth "
    "abideth for ever. The sun also ariseth, and the sun goeth down, and hasteth to his place where he arose.",
    "Studies serve for delight, for ornament, and for ability. Their chief use for delight, is in privateness and "
    "retiring; for ornament, is in discourse; and for ability, is in the judgment and disposition of business. "
    "Reading maketh a full man; conference a ready man; and writing an exact man.",
)
