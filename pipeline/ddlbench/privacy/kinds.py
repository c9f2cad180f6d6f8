"""Kinds of things that must not be published, each with expressions whose group `secret` is what must go.

Each kind has a `trigger` too: a plain expression, matched in DuckDB over whole logs, that every line with such a thing
matches. Only the few lines that it lets through meet the exact expressions of the kind.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address

QUOTED = r"""(?:'(?P<secret>[^'\n]+)'|"(?P<secret2>[^"\n]+)"|(?P<secret3>[^\s'"&;|,)}\]]+))"""
VALUE = r"""(?:\\?["'](?P<secret>[^"'\\\n]+)\\?["']|(?P<secret2>[^\s"'&;|,)}\]\\]+))"""

MASKED = re.compile(
    r"[*•xX.…#?_-]+|<.*>?|\$.*|%.*%|%\w|\{\{?.*|\[.*|(?i:none|null|nil|true|false|yes|no|on|off|redacted|removed|hidden"
    r"|masked|secret|password|passwd|your_?password|changeme_placeholder|prompt|empty|string|unset|not|is|was|for|by"
    r"|authentication|interface|required|incorrect|using|hash|plugin)",
)
"""What stands in the place of a secret without being one."""

PLACEHOLDER = re.compile(r"(?i:example\.(?:com|org|net)|.*\.(?:example|invalid|test)|localhost|.*\.localhost)")
"""Domains that belong to nobody."""

VERSION = re.compile(
    r"(?i:\b(?:version|ver|release|sysbench|mysqld?|mariadb|percona|v|build|kernel|libc|gcc|condition|section)"
    r"[ :=v/-]*)$"
)

Judge = Callable[[str, str, str], bool]
"""Whether a match counts, given what was matched, the text before it and the text after it."""


def _is_value(secret: str, before: str, after: str) -> bool:
    return not MASKED.fullmatch(secret)


def _is_public_v4(secret: str, before: str, after: str) -> bool:
    try:
        address = IPv4Address(secret)
    except AddressValueError:
        return False
    return address.is_global and not address.is_multicast and not VERSION.search(before)


def _is_private_v4(secret: str, before: str, after: str) -> bool:
    try:
        address = IPv4Address(secret)
    except AddressValueError:
        return False
    return secret.split(".")[0] in {"10", "100", "172", "192"} and address.is_private and not VERSION.search(before)


def _is_public_v6(secret: str, before: str, after: str) -> bool:
    try:
        return IPv6Address(secret).is_global and int(IPv6Address(secret)) >> 125 == 1
    except AddressValueError:
        return False


def _is_person(secret: str, before: str, after: str) -> bool:
    domain = secret.rpartition("@")[2]
    return not PLACEHOLDER.fullmatch(domain) and not HOST.fullmatch(domain) and secret != "git@github.com"


def _is_host(secret: str, before: str, after: str) -> bool:
    return not PLACEHOLDER.fullmatch(secret) and not re.fullmatch(r"[\d.]+", secret)


@dataclass(frozen=True)
class Kind:
    """One kind: its name in records, what a message calls it, its expressions."""

    name: str
    title: str
    trigger: str
    expressions: tuple[re.Pattern[str], ...]
    judge: Judge = _is_value
    allowed: bool = False

    @functools.cached_property
    def quick(self) -> re.Pattern[str]:
        """The trigger, to search with."""
        return re.compile(self.trigger)


def _any(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in patterns)


LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62})"
HOST = re.compile(
    rf"(?:{LABEL}\.)+(?:internal|local|lan|corp|intra|intranet|localdomain|private|home\.arpa|rds\.amazonaws\.com(?:\.cn)?"
    r"|rds\.aliyuncs\.com|polardb\.[a-z-]+\.rds\.aliyuncs\.com|tidbcloud\.com|database\.azure\.com|compute\.amazonaws\.com)"
)
WORD = r"(?<![A-Za-z0-9_./@-])"

KINDS = (
    Kind(
        "passwords",
        "a password",
        r"(?i:passw|pwd|identified|://|@tcp|@unix|real_connect| -p *\S|[_-]pass|\bpass|credential|sshpass)",
        _any(
            rf"(?i)--?(?:[a-z]+[-_])*(?:password|passwd|pwd|pass)(?:=| +){VALUE}",
            rf"(?i)\b(?:[A-Z0-9_]*(?:PASSWORD|PASSWD|PASSPHRASE)|(?:[A-Z0-9]+_)*(?:PASS|CREDENTIALS?))\s*=\s*{VALUE}",
            rf"(?i)\b(?<!OLD)(?:[A-Z0-9]+_)*PWD\s*=\s*(?!/){VALUE}",
            rf"(?i)[\"']?\b(?:\w+[._-])?(?:password|passwd|passphrase)[\"']?\s*:\s*{VALUE}(?<!:)",
            rf"\b(?:mysql|mysqldump|mysqladmin|mysqlsh|mysqlslap|mysqlimport|mysqlbinlog|mycli|mydumper|myloader|mariadb"
            rf"|mariadb-\w+|pt-[\w-]+|gh-ost|xtrabackup)\b[^|;\n]*? -p{QUOTED}",
            rf"\bsshpass +-p *{QUOTED}",
            r"(?i)\b[a-z][a-z0-9+.-]*://[^\s:/@]*:(?P<secret>[^\s@/]+)@",
            r"(?:^|[\s\"'=(])[\w.-]+:(?P<secret>[^\s:@/\"']+)@(?:tcp|unix)\(",
            r"(?i)\bidentified\s+(?:with\s+['\"]?\w+['\"]?\s+)?(?:by|as)\s+(?:password\s+)?['\"](?P<secret>[^'\"\n]+)['\"]",
            r"(?i)\bset\s+password\b[^\n]*=\s*(?:password\()?['\"](?P<secret>[^'\"\n]+)['\"]",
            r"(?i)\b(?:create|alter)\s+(?:user|role)\b[^\n]*?\bpassword\s+['\"](?P<secret>[^'\"\n]+)['\"]",
            rf"\b(?:pt-[\w-]+|mydumper|myloader|xtrabackup)\b[^|;\n]*? -p +{QUOTED}",
            r"(?i)\b(?:master|source|auth)_password\s*=\s*['\"](?P<secret>[^'\"\n]+)['\"]",
            r"mysql_real_connect\([^,\n]*, \"[^\"\n]*\", \"[^\"\n]*\", \"(?P<secret>[^\"\n]+)\"",
        ),
    ),
    Kind(
        "keys",
        "an access key",
        r"AKIA|ASIA|AKID|LTAI|AIza|AccountKey|sk_live|rk_live|(?i:secret|api.?key|access.?key|signature|\bsig=)",
        _any(
            r"(?<![A-Za-z0-9])(?P<secret>(?:AKIA|ASIA)[0-9A-Z]{16})(?![0-9A-Za-z])",
            r"(?<![A-Za-z0-9])(?P<secret>AKID[0-9A-Za-z]{28,40})(?![0-9A-Za-z])",
            r"(?<![A-Za-z0-9])(?P<secret>LTAI[0-9A-Za-z]{12,24})(?![0-9A-Za-z])",
            r"(?<![A-Za-z0-9])(?P<secret>AIza[0-9A-Za-z_-]{35})(?![0-9A-Za-z_-])",
            r"(?<![A-Za-z0-9])(?P<secret>[sr]k_live_[0-9A-Za-z]{16,})",
            rf"(?i)(?:secret|api|access)[_ -]?(?:access[_ -]?)?key(?:[_ -]?(?:secret|id))?[\"']?\s*[=:]\s*{VALUE}",
            rf"(?i)\b(?:client|app|shared|signing)[_-]?secret[\"']?\s*[=:]\s*{VALUE}",
            r"AccountKey=(?P<secret>[A-Za-z0-9+/=]{20,})",
            r"[?&](?:sig|Signature|X-Amz-Signature)=(?P<secret>[A-Za-z0-9%+/=_-]{16,})",
        ),
    ),
    Kind(
        "tokens",
        "a token",
        r"gh[pousr]_|github_pat_|glpat-|xox[a-z]-|hooks\.slack|eyJ|ya29\.|npm_|pypi-|hf_|dop_v1|sk-"
        r"|(?i:bearer|basic\s|token)",
        _any(
            r"(?<![A-Za-z0-9])(?P<secret>gh[pousr]_[A-Za-z0-9]{30,})",
            r"(?<![A-Za-z0-9])(?P<secret>github_pat_[A-Za-z0-9_]{22,})",
            r"(?<![A-Za-z0-9])(?P<secret>glpat-[A-Za-z0-9_-]{20,})",
            r"(?<![A-Za-z0-9])(?P<secret>xox[abeposr]-[A-Za-z0-9-]{10,})",
            r"(?P<secret>hooks\.slack\.com/services/[A-Za-z0-9/]{20,})",
            r"(?<![A-Za-z0-9])(?P<secret>eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)",
            r"(?<![A-Za-z0-9])(?P<secret>ya29\.[A-Za-z0-9_-]{20,})",
            r"(?<![A-Za-z0-9])(?P<secret>npm_[A-Za-z0-9]{36})",
            r"(?<![A-Za-z0-9])(?P<secret>pypi-[A-Za-z0-9_-]{40,})",
            r"(?<![A-Za-z0-9])(?P<secret>hf_[A-Za-z0-9]{30,})",
            r"(?<![A-Za-z0-9])(?P<secret>dop_v1_[a-f0-9]{40,})",
            r"(?<![A-Za-z0-9])(?P<secret>sk-(?:[a-z]+-)*[A-Za-z0-9_-]{24,})",
            r"(?i)\bauthorization[\"']?\s*[:=]\s*[\"']?(?:bearer|basic|token)\s+(?P<secret>[A-Za-z0-9+/=._~-]{8,})",
            r"(?i)\bbearer\s+(?P<secret>[A-Za-z0-9+/=._~-]{20,})",
            rf"(?i)(?:^|[^A-Za-z0-9])(?:[a-z0-9]+[_-])*(?:auth|access|api|refresh|session|security|private|github|gitlab|slack"
            rf"|vault|root)[_-]?token[\"']?\s*[=:]\s*{VALUE}",
        ),
    ),
    Kind(
        "private-keys",
        "a private key",
        r"-----BEGIN|-----END",
        _any(r"(?P<secret>-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----.*)"),
        lambda secret, before, after: True,
    ),
    Kind(
        "emails",
        "an e-mail address",
        r"@\S+\.[A-Za-z]",
        _any(rf"{WORD}(?P<secret>[A-Za-z0-9][A-Za-z0-9._%+-]*@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{{2,24}})(?![A-Za-z0-9@-])"),
        _is_person,
    ),
    Kind(
        "addresses",
        "a public IP address",
        r"\d\.\d+\.\d+\.\d",
        _any(r"(?<![\w.-])(?P<secret>\d{1,3}(?:\.\d{1,3}){3})(?![\w-]|\.\d)"),
        _is_public_v4,
    ),
    Kind(
        "addresses-v6",
        "a public IPv6 address",
        r"[23][0-9A-Fa-f]{3}:[0-9A-Fa-f]*:",
        _any(
            r"(?<![\w:.])(?P<secret>(?:[0-9A-Fa-f]{1,4}:){2,7}:?(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?)(?![\w:])"
        ),
        _is_public_v6,
    ),
    Kind(
        "hosts",
        "the name of an internal host",
        r"\.(?:internal|local|lan|corp|intra|intranet|localdomain|private|arpa|amazonaws|aliyuncs|tidbcloud|azure)\b"
        r"|(?i:host(?:name)? *[=: ]|(?:^|\s)-h *\S)",
        (
            re.compile(rf"(?<![\w.-])(?P<secret>{HOST.pattern})(?![\w-]|\.\w)"),
            re.compile(
                rf"(?i:--?(?:[a-z]+-)*host(?:name)?(?:=| +)|(?<!\S)-h *)['\"]?"
                rf"(?P<secret>(?:{LABEL}\.)+[A-Za-z]{{2,24}})\b"
            ),
            re.compile(rf"(?i:\bhost(?:name)?)\s*[=:]\s*['\"]?(?P<secret>(?:{LABEL}\.)+[A-Za-z]{{2,24}})\b"),
        ),
        _is_host,
    ),
    Kind(
        "private-addresses",
        "a private address",
        r"\b(?:10|100|172|192)\.\d+\.\d+\.\d",
        _any(r"(?<![\w.-])(?P<secret>\d{1,3}(?:\.\d{1,3}){3})(?![\w-]|\.\d)"),
        _is_private_v4,
        allowed=True,
    ),
)

TRIGGER = "|".join(kind.trigger for kind in KINDS)
