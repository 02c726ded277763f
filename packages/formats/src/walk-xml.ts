import { SaxesParser } from 'saxes';
import { FileFault } from './file-fault.ts';
import { lineAt } from './line-at.ts';

/** An element by its name without a prefix: programs choose those as they like, and some forget to declare them. */
export interface XmlElement {
  readonly name: string;
  /** By name without prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Where it begins. */
  readonly line: number;
}

/** What hears of the elements of a file, in their order. */
export interface XmlReader {
  open(element: XmlElement): void;
  /** `text`: what stands directly in it. */
  close(name: string, text: string, line: number): void;
}

/** Characters that are parsed before others have a turn. */
const PIECE = 65_536;
/** Elements in one another: real files have a dozen. */
const DEEPEST = 256;

/**
 * Reads XML, a piece with each step. Nothing that a document type declares is ever expanded: there may be none.
 *
 * @throws FileFault `entities` at the line of a document type, `type` where that says a web page, `malformed` with the line
 */
export function* walkXml(text: string, reader: XmlReader): Generator<void, void> {
  const parser = new SaxesParser();
  /** Of each open element: its name, and the texts in it. */
  const open: { readonly name: string; readonly texts: string[] }[] = [];
  let line = 1;
  parser.on('error', ({ message }) => {
    const entity = /entity/.test(message) ? text.lastIndexOf('&', parser.position - 1) : null;
    const began = bareAmpersand(text.slice(0, parser.position)) ?? entity;
    throw new FileFault('malformed', began === null ? parser.line : lineAt(text, began));
  });
  parser.on('doctype', (declared) => {
    const began = parser.line - (declared.match(/\n/g)?.length ?? 0);
    throw new FileFault(/^\s*(html|svg)\b/i.test(declared) ? 'type' : 'entities', began);
  });
  parser.on('opentagstart', () => {
    line = parser.line;
  });
  parser.on('opentag', (tag) => {
    if (open.length >= DEEPEST) throw new FileFault('malformed', line);
    const attributes: Record<string, string> = Object.create(null);
    for (const [name, value] of Object.entries(tag.attributes)) attributes[local(name)] = value;
    const name = local(tag.name);
    open.push({ name, texts: [] });
    reader.open({ name, attributes, line });
  });
  const addText = (piece: string) => open.at(-1)?.texts.push(piece);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed !== undefined) reader.close(closed.name, closed.texts.join(''), parser.line);
  });
  for (let from = 0; from < text.length; from += PIECE) {
    parser.write(text.slice(from, from + PIECE));
    yield;
  }
  parser.close();
}

/** What has its own end, between which an ampersand is one (XML 1.0, 2.4), and an ampersand. */
const PLAIN = /<!--|<!\[CDATA\[|&/g;
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' };
const REFERENCE = /&#?[\w:][\w:.-]{0,255};/y;

/**
 * Where the first ampersand stands that begins no reference: the parser reads on from there to the next semicolon, and complains
 * about what it finds then.
 */
function bareAmpersand(text: string): number | null {
  PLAIN.lastIndex = 0;
  for (let found = PLAIN.exec(text); found !== null; found = PLAIN.exec(text)) {
    const end = ENDS[found[0]];
    if (end !== undefined) {
      const at = text.indexOf(end, found.index);
      if (at === -1) return null;
      PLAIN.lastIndex = at;
      continue;
    }
    REFERENCE.lastIndex = found.index;
    if (!REFERENCE.test(text)) return found.index;
  }
  return null;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
