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
/** Attributes of an element, and characters of their values together: real ones have a handful, of addresses at most. */
const MOST_ATTRIBUTES = 256;
const LONGEST_ATTRIBUTES = 65_536;

/** What the parser complains of, at its position. */
class Complaint extends Error {}

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
  let attributesOfTag = { count: 0, length: 0 };
  parser.on('error', ({ message }) => {
    throw new Complaint(message);
  });
  parser.on('doctype', (declared) => {
    const began = parser.line - (declared.match(/\n/g)?.length ?? 0);
    throw new FileFault(/^\s*(html|svg)\b/i.test(declared) ? 'type' : 'entities', began);
  });
  parser.on('opentagstart', () => {
    line = parser.line;
    attributesOfTag = { count: 0, length: 0 };
  });
  parser.on('attribute', ({ name, value }) => {
    attributesOfTag.count += 1;
    attributesOfTag.length += name.length + value.length;
    const { count, length } = attributesOfTag;
    if (count > MOST_ATTRIBUTES || length > LONGEST_ATTRIBUTES) throw new FileFault('malformed', line);
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
  try {
    for (let from = 0; from < text.length; from += PIECE) {
      parser.write(text.slice(from, from + PIECE));
      yield;
    }
    parser.close();
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    const entity = /entity/.test(error.message) ? text.lastIndexOf('&', parser.position - 1) : null;
    const began = (yield* bareAmpersand(text.slice(0, parser.position))) ?? entity;
    throw new FileFault('malformed', began === null ? parser.line : lineAt(text, began));
  }
}

/** What has its own end, between which an ampersand is one (XML 1.0, 2.4), and an ampersand. */
const PLAIN = /<!--|<!\[CDATA\[|&/g;
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' };
/** Of these, how many are looked at before others have a turn. */
const MOST_LOOKED_AT = 20_000;
const REFERENCE = /&#?[\w:][\w:.-]{0,255};/y;

/**
 * Where the first ampersand stands that begins no reference: the parser reads on from there to the next semicolon, and complains
 * about what it finds then.
 */
function* bareAmpersand(text: string): Generator<void, number | null> {
  let from = 0;
  for (let looked = 1; ; looked += 1) {
    if (looked % MOST_LOOKED_AT === 0) yield;
    // The expressions are everybody's: another file may have been looked at meanwhile.
    PLAIN.lastIndex = from;
    const found = PLAIN.exec(text);
    if (found === null) return null;
    const end = ENDS[found[0]];
    if (end !== undefined) {
      const at = text.indexOf(end, found.index);
      if (at === -1) return null;
      from = at;
      continue;
    }
    REFERENCE.lastIndex = found.index;
    if (!REFERENCE.test(text)) return found.index;
    from = REFERENCE.lastIndex;
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
