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

/** What the parser complains of, at its position: the text is no XML. */
export class Complaint extends Error {}

/** Characters that come without an element, in files of which only small texts are wanted: none has so long a text. */
const LONGEST_SILENCE = 16 * 1_048_576;

/** What of long texts is kept. */
export interface TextLimit {
  /** Characters of the text of an element that are kept; what is beyond is dropped. */
  readonly keptText: number;
}

/** Reads XML piece by piece. Nothing that a document type declares is ever expanded: there may be none. */
export class XmlWalker {
  readonly #parser = new SaxesParser();
  /** Of each open element: its name, and the texts in it. */
  readonly #open: { readonly name: string; readonly texts: string[]; kept: number }[] = [];
  readonly #keptText: number;
  #line = 1;
  #attributes = { count: 0, length: 0 };
  /** Characters since the last that was heard of. */
  #silence = 0;

  constructor(reader: XmlReader, { keptText }: TextLimit = { keptText: Number.POSITIVE_INFINITY }) {
    this.#keptText = keptText;
    const parser = this.#parser;
    parser.on('error', ({ message }) => {
      throw new Complaint(message);
    });
    parser.on('doctype', (declared) => {
      const began = parser.line - (declared.match(/\n/g)?.length ?? 0);
      throw new FileFault(/^\s*(html|svg)\b/i.test(declared) ? 'type' : 'entities', began);
    });
    parser.on('opentagstart', () => {
      this.#line = parser.line;
      this.#attributes = { count: 0, length: 0 };
    });
    parser.on('attribute', ({ name, value }) => {
      this.#attributes.count += 1;
      this.#attributes.length += name.length + value.length;
      const { count, length } = this.#attributes;
      if (count > MOST_ATTRIBUTES || length > LONGEST_ATTRIBUTES)
        throw new FileFault('malformed', this.#line);
    });
    parser.on('opentag', (tag) => {
      this.#silence = 0;
      if (this.#open.length >= DEEPEST) throw new FileFault('malformed', this.#line);
      const attributes: Record<string, string> = Object.create(null);
      for (const [name, value] of Object.entries(tag.attributes)) attributes[local(name)] = value;
      const name = local(tag.name);
      this.#open.push({ name, texts: [], kept: 0 });
      reader.open({ name, attributes, line: this.#line });
    });
    parser.on('text', (piece) => this.#addText(piece));
    parser.on('cdata', (piece) => this.#addText(piece));
    parser.on('closetag', () => {
      this.#silence = 0;
      const closed = this.#open.pop();
      if (closed !== undefined) reader.close(closed.name, closed.texts.join(''), parser.line);
    });
  }

  /** Line of what was read last, from 1. */
  get line(): number {
    return this.#parser.line;
  }

  /** Position behind what was read last, in UTF-16 units. */
  get position(): number {
    return this.#parser.position;
  }

  /** How many elements are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** @throws FileFault; Complaint for what is no XML */
  write(piece: string): void {
    this.#silence += piece.length;
    if (this.#silence > LONGEST_SILENCE && this.#keptText < LONGEST_SILENCE)
      throw new FileFault('malformed', this.line);
    this.#parser.write(piece);
  }

  /** @throws Complaint for what is not whole */
  end(): void {
    this.#parser.close();
  }

  #addText(piece: string): void {
    const element = this.#open.at(-1);
    if (element === undefined || element.kept >= this.#keptText) return;
    const kept = piece.slice(0, this.#keptText - element.kept);
    element.texts.push(kept);
    element.kept += kept.length;
  }
}

/**
 * Reads XML, a piece with each step.
 *
 * @throws FileFault `entities` at the line of a document type, `type` where that says a web page, `malformed` with the line
 */
export function* walkXml(text: string, reader: XmlReader): Generator<void, void> {
  const walker = new XmlWalker(reader);
  try {
    for (let from = 0; from < text.length; from += PIECE) {
      walker.write(text.slice(from, from + PIECE));
      yield;
    }
    walker.end();
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    const entity = /entity/.test(error.message) ? text.lastIndexOf('&', walker.position - 1) : null;
    const began = (yield* bareAmpersand(text.slice(0, walker.position))) ?? entity;
    throw new FileFault('malformed', began === null ? walker.line : lineAt(text, began));
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
