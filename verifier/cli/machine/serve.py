"""The commands that serve the judge: serve over HTTP, mcp to a model that reasons."""

from __future__ import annotations

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.commands.options.serving import McpOptions, ServeOptions

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "serve",
        "serve --page",
        "serve --port 9000 --workers 4 --lean off",
        "serve --host 0.0.0.0 --keys keys.txt --rate 600/minute",
        "serve --translator openai:MODEL --trust agreeing",
    )
)
@taking(ServeOptions)
def serve(options: ServeOptions) -> int:
    """Run the HTTP service."""
    from verifier.commands.options.translate import settings_of
    from verifier.commands.pages.serve_page import pasting
    from verifier.serving.request_queue import Work
    from verifier.serving.run import Service, run

    work = Work(
        options.lean,
        options.prm,
        options.calibration,
        workers=options.workers,
        waiting=options.waiting,
        item_seconds=options.item_seconds,
        translations=settings_of(options, options),
    )
    service = Service(
        options.host,
        options.port,
        work,
        keys=options.keys,
        body=options.body,
        items=options.items,
        rate=options.rate,
        grace=options.grace,
        pages=pasting(options),
    )
    if not work.translations.nobody:
        from verifier.commands.formal.translated import tell_what_settles

        tell_what_settles(options)
    return run(service)


@app.command(epilog=examples("mcp", "mcp --lean auto", "mcp --workers 1 --call-seconds 10"))
@taking(McpOptions)
def mcp(options: McpOptions) -> int:
    """Run the MCP server for language models."""
    from verifier.serving.mcp.run import run

    return run(options.lean, options.workers, options.call_seconds)
