/**
 * Reads server-sent events from text that comes in pieces, as the standard describes them (HTML, 9.2.6). A reader of our own because
 * `EventSource` cannot POST, and hides why it was refused. Knows neither network nor DOM.
 */

export interface ServerEvent {
  /** The last `id` seen, for taking the stream up again. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

export interface EventReader {
  /** The events that are whole with this piece. */
  push(piece: string): ServerEvent[];
}

export function createEventReader(): EventReader {
  let rest = "";
  let endsInReturn = false;
  let id = "";
  let type = "";
  let data: string[] = [];

  function dispatch(events: ServerEvent[]): void {
    if (data.length > 0) events.push({ id, type: type || "message", data: data.join("\n") });
    type = "";
    data = [];
  }

  function read(line: string): void {
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
    if (field === "data") data.push(value);
    else if (field === "event") type = value;
    else if (field === "id" && !value.includes("\0")) id = value;
  }

  return {
    push(piece) {
      const events: ServerEvent[] = [];
      // A line of many megabytes comes in many pieces: it is looked through once, when it is whole.
      if (!endsInReturn && !/[\r\n]/.test(piece)) {
        rest += piece;
        return events;
      }
      // A line break of two characters may be cut in two: its second half must not count as an empty line.
      const text = rest + piece;
      const whole = text.endsWith("\r") ? text.length - 1 : text.length;
      const lines = text.slice(0, whole).split(/\r\n|\n|\r/);
      rest = lines.pop()! + text.slice(whole);
      endsInReturn = whole < text.length;
      for (const line of lines) {
        if (line === "") dispatch(events);
        else read(line);
      }
      return events;
    },
  };
}
