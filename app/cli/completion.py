"""`backpass completion`: the commands, options and choices of the command line, as a script for Bash."""

import argparse
import shlex

_SCRIPT = """\
_backpass() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= words=
  ((COMP_CWORD > 1)) && command=${{COMP_WORDS[1]}}
  case "$command:$before" in
{choices}
    *) case "$command" in
{words}
    esac ;;
  esac
  COMPREPLY=()
  [[ -z $word && $words == -* ]] || COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _backpass backpass
"""
"""Where it has no words, and where no option was begun, Bash completes the names of files."""


def script(parser: argparse.ArgumentParser) -> str:
    """What Bash evaluates to complete the commands of a parser, their options, and the choices of these."""
    choices: list[str] = []
    words: list[str] = []
    for name, each in {"": parser, **_commands(parser)}.items():
        shown = [action for action in each._actions if action.help != argparse.SUPPRESS]
        options = [option for action in shown for option in action.option_strings if option.startswith("--")]
        words.append(f"      {shlex.quote(name)}) words={shlex.quote(' '.join([*_commands(each), *options]))} ;;")
        choices += [f"    {name}:{below}) words=--help ;;" for below in _commands(each) if name]
        for action in shown:
            if action.option_strings and action.choices:
                of = "|".join(f"{name or option}:{option}" for option in action.option_strings)
                choices.append(f"    {of}) words={shlex.quote(' '.join(map(str, action.choices)))} ;;")
    return _SCRIPT.format(choices="\n".join(choices), words="\n".join(words))


def _commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    of = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {name: command for action in of for name, command in action.choices.items()}
