"""timestamps.json: the text of a moment, and the texts that a server must refuse."""

from case import of


def moments():
    for label, flags, now_ms in [
        ("the epoch", "OneDigitDay Midnight", 0),
        ("milliseconds are cut", "Milliseconds", 999),
        ("milliseconds are cut, not rounded to the next minute", "Milliseconds", 1_793_707_259_999),
        ("leap day", "Calendar", 1_709_164_800_000),
        ("last second of a leap day", "Calendar", 1_709_251_199_999),
        ("end of a year", "Calendar", 1_798_761_599_999),
        ("start of a year", "Calendar OneDigitDay Midnight", 1_798_761_600_000),
        ("midnight is 00", "Midnight", 1_793_664_000_000),
        ("half past midnight is 00:30", "Midnight", 1_793_665_800_000),
        ("the last second of the hour after midnight", "Midnight", 1_793_667_599_000),
        ("noon is 12", "HourOf24", 1_793_707_200_000),
        ("half past noon is 12:30", "HourOf24", 1_793_709_000_000),
        ("one o'clock in the afternoon is 13", "HourOf24", 1_793_710_800_000),
        ("after 32 bits of seconds", "Calendar", 2_147_483_648_000),
        ("no leap day in 2100", "Calendar", 4_107_542_400_000),
        ("last second of 9999", "Calendar", 253_402_300_799_999),
        ("still the previous day west of Greenwich", "Utc", 1_793_669_400_000),
        ("already the next day east of Greenwich", "Utc", 1_793_746_800_000),
        ("an hour that summer time skips in Europe", "Utc", 1_774_747_800_000),
        ("an hour that winter time repeats in Europe", "Utc", 1_792_888_200_000),
        ("the last day of one digit", "OneDigitDay", 1_794_182_400_000),
        ("the first day of two digits", "Plain", 1_794_268_800_000),
    ]:
        yield of("Timestamp", f"timestamp: {label}", flags, nowMs=now_ms)
    for month in range(12):
        yield of("Timestamp", f"timestamp: month {month + 1}", "EnglishNames", nowMs=1_767_323_045_000 + month * 2_629_800_000)
    for weekday in range(7):
        flags = "EnglishNames OneDigitDay"
        yield of("Timestamp", f"timestamp: weekday {weekday + 1}", flags, nowMs=1_793_671_506_000 + weekday * 86_400_000)


def received():
    for text, flags in [
        ("Tue Nov 3 04:05:06 UTC 2026", "OneDigitDay"),
        ("Sat Nov 21 23:59:59 UTC 2026", "Plain"),
        ("Tue Nov 3 00:00:00 UTC 2026", "OneDigitDay Midnight"),
        ("Thu Feb 29 12:00:00 UTC 2024", "Calendar"),
    ]:
        yield of("ServerTimestamp", f"received: {text}", flags, timestamp=text)
    yield of("ServerTimestamp", "received: weekday that does not match the date", "OtherWeekday", "acceptable", timestamp="Wed Nov 3 04:05:06 UTC 2026")
    for label, text in [
        ("day of two digits with a leading zero", "Tue Nov 03 04:05:06 UTC 2026"),
        ("day padded with a space", "Tue Nov  3 04:05:06 UTC 2026"),
        ("midnight as 24", "Tue Nov 3 24:00:00 UTC 2026"),
        ("hour of one digit", "Tue Nov 3 4:05:06 UTC 2026"),
        ("second of one digit", "Mon Feb 12 15:56:9 UTC 2018"),
        ("12-hour clock", "Tue Nov 3 04:05:06 PM UTC 2026"),
        ("GMT", "Tue Nov 3 04:05:06 GMT 2026"),
        ("time zone as an offset", "Mon Feb 12 15:26:37 +05:30 2018"),
        ("no time zone", "Tue Nov 3 04:05:06 2026"),
        ("Portuguese names", "ter nov 3 04:05:06 UTC 2026"),
        ("German names", "Di Nov 3 04:05:06 UTC 2026"),
        ("Norwegian names", "tir. nov. 3 04:05:06 UTC 2026"),
        ("Arabic digits", "Tue Nov ٣ ٠٤:٠٥:٠٦ UTC ٢٠٢٦"),
        ("names in lower case", "tue nov 3 04:05:06 UTC 2026"),
        ("names in full", "Tuesday November 3 04:05:06 UTC 2026"),
        ("year of two digits", "Tue Nov 3 04:05:06 UTC 26"),
        ("milliseconds", "Tue Nov 3 04:05:06.000 UTC 2026"),
        ("a comma", "Tue, Nov 3 04:05:06 UTC 2026"),
        ("day before the month", "Tue 3 Nov 04:05:06 UTC 2026"),
        ("ISO 8601", "2026-11-03T04:05:06Z"),
        ("RFC 9110 (HTTP)", "Tue, 03 Nov 2026 04:05:06 GMT"),
        ("seconds since 1970", "1793671506"),
        ("a day that the month does not have", "Tue Feb 30 04:05:06 UTC 2026"),
        ("a space at the end", "Tue Nov 3 04:05:06 UTC 2026 "),
        ("a line end", "Tue Nov 3 04:05:06 UTC 2026\n"),
        ("empty", ""),
    ]:
        yield of("ServerTimestamp", f"received: {label}", "OtherTimestampFormat", "invalid", timestamp=text)


def tests():
    yield from moments()
    yield from received()
