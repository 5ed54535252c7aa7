"""Explanations of the faults of files, of which no record can be an example."""

from __future__ import annotations

from pyrnot.core.codes import CoreCodes
from pyrnot.core.rulebook import Explanation

FILE_FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=CoreCodes.UNREADABLE,
        rule="R1",
        story=(
            "The file or folder could not be read: it does not exist, you lack permission, or the disk failed. The "
            "message gives the system's reason. The other files on the command line are still read; the exit code "
            "is 2."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.NOT_UTF_8,
        rule="R1",
        story=(
            "A record is UTF-8 text, and this file contains a byte that is not UTF-8; the message gives its "
            "offset, counted from 0. Usually an old program saved the file in another encoding: read it with "
            "`--encoding cp1252`, or whichever encoding it uses. UTF-16 and UTF-32 with a byte-order mark need no "
            "option. The other files on the command line are still "
            "read; the exit code is 2."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.NO_RECORD,
        rule="R1",
        story=(
            "There is nothing to judge. The file is empty or contains only white space and comments, or the folder "
            "contains no .pyr file at any depth. A record consists of tags, turns and a result; any of them may be "
            "missing, but not all."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.NO_SUCH_RECORD,
        rule="R1",
        story=(
            "`--record` names a record that the file does not contain. Records are counted from 1, or backwards "
            "from the end with -1, -2 and so on. A new record starts at the first tag line after turns or a "
            "result."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.RECORD_TOO_LONG,
        rule="R1",
        story=(
            "A record has at most 1,000,000 characters and 5,000 turns, those of its variations included; a turn has "
            "at most 200 actions, and an action at most 1,000 characters. This record goes over one of these limits, "
            "so it is not judged; the next record of the file is. No game is that long: look for a `;`, a full stop "
            "or a tag line that is missing, or for text that does not belong in the record."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.CHANGED_MEANWHILE,
        rule="R1",
        story=(
            "Run the command again. Another program wrote to the file after pyrnot had read it, so pyrnot left the "
            "file alone; nothing is lost."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.NOT_ENCODABLE,
        rule="R1",
        story=(
            "Convert the file to UTF-8, then run the command again. The file is in an encoding that lacks a character "
            "of the new text, or in which the old text could not be written back byte for byte. pyrnot left the file "
            "alone. A file keeps its encoding: the one given with `--encoding`, or that of its byte-order mark."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.FOREIGN_FORMAT,
        rule="R1",
        story=(
            "The file contains another program's transcripts. pyrnot reads and judges them as they are, but never "
            "writes to such a file. To turn them into records, run `pyrnot fmt` without --write and save its "
            "output in a new file."
        ),
        wrong="",
        right="",
    ),
)
