"""What was worked out before is found again as long as what it was worked out of, and what it asked, is the same."""

from rulebed.incremental.known import LOOKS, Known


def working(known, answers):
    """A stage that doubles a content and adds what it asks for; the contents that it was run for."""
    runs = []

    def ask(content):
        def make():
            runs.append(content)
            return content * 2 + answers["more"], [("more", "")]

        return known.traced("double", known.number(content), lambda _: answers["more"], make)

    return ask, runs


def test_a_result_is_made_once_for_the_same_answers():
    """Another answer makes another, and both are known from then on."""
    answers = {"more": 1}
    ask, runs = working(Known(), answers)
    assert (ask(5), ask(5), ask(6)) == (11, 11, 13)
    assert runs == [5, 6]
    answers["more"] = 2
    assert (ask(5), ask(5)) == (12, 12)
    answers["more"] = 1
    assert ask(5) == 11
    assert runs == [5, 6, 5]


def test_stages_don_t_share_their_results():
    """Of one content each has its own; equal contents are one."""
    known = Known()
    number = known.number((1, 2))
    assert known.number((1, 2)) == number != known.number((1, 3))
    assert known.result_of("first", number, lambda: "a") == "a"
    assert known.result_of("second", number, lambda: "b") == "b"
    assert known.result_of("first", number, lambda: "c") == "a"


def test_what_was_not_asked_for_in_some_looks_is_forgotten():
    """What is asked for in each of them stays, and so does its number; what isn't is made anew."""
    known = Known()
    ask, runs = working(known, {"more": 0})
    ask(5), ask(6)
    kept, gone = known.number(5), known.number(6)
    for _ in range(LOOKS):
        known.look_again()
        ask(5)
    ask(6)
    assert runs == [5, 6]
    assert known.number(6) == gone
    for _ in range(LOOKS + 1):
        known.look_again()
        ask(5)
    ask(6)
    assert runs == [5, 6, 6]
    assert known.number(5) == kept
    assert known.number(6) != gone


def test_of_one_content_the_answers_that_nobody_gives_any_more_are_forgotten():
    """They would be gone through in vain each time."""
    known, answers = Known(), {"more": 1}
    ask, runs = working(known, answers)
    ask(5)
    answers["more"] = 2
    for _ in range(LOOKS + 1):
        known.look_again()
        ask(5)
    answers["more"] = 1
    ask(5)
    assert runs == [5, 5, 5]


def test_whether_anything_was_made_is_said():
    """So that it is written down only if there is more of it than before; what was written down is known again."""
    known = Known()
    assert not known.has_grown
    ask, _ = working(known, {"more": 0})
    ask(5)
    assert known.has_grown
    again = Known.of_contents(known.contents())
    ask, runs = working(again, {"more": 0})
    assert ask(5) == 10
    assert runs == []
    assert not again.has_grown
