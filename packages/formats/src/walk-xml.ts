import { SaxesParser } from 'saxes';
import { lineAt } from './line-at.ts';
import { MapFileError } from './map-file-error.ts';

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
const CHUNK_CHARACTERS = 65_536;
/** Elements in one another: real files have a dozen. */
const MAX_DEPTH = 256;
/** Attributes of an element, and characters of their values together: real ones have a handful, of addresses at most. */
const MAX_ATTRIBUTES = 256;
const MAX_ATTRIBUTES_LENGTH = 65_536;

/** What the parser complains of, at its position: the text is no XML. */
export class XmlSyntaxError extends Error {}

/** Characters that come without an element, in files of which only small texts are wanted: none has so long a text. */
const MAX_SKIPPED_CHARACTERS = 16 * 1_048_576;

/** What of long texts is kept. */
export interface TextLimit {
  /** Characters of the text of an element that are kept; what is beyond is dropped. */
  readonly maxTextLength: number;
}

/** Reads XML piece by piece. Nothing that a document type declares is ever expanded: there may be none. */
export class XmlWalker {
  readonly #parser = new SaxesParser();
  /** Of each open element: its name, and the texts in it. */
  readonly #open: { readonly name: string; readonly texts: string[]; kept: number }[] = [];
  readonly #maxTextLength: number;
  #line = 1;
  #attributes = { count: 0, length: 0 };
  /** Characters since the last that was heard of. */
  #skippedCharacters = 0;

  constructor(reader: XmlReader, { maxTextLength }: TextLimit = { maxTextLength: Number.POSITIVE_INFINITY }) {
    this.#maxTextLength = maxTextLength;
    const parser = this.#parser;
    parser.on('error', ({ message }) => {
      throw new XmlSyntaxError(message);
    });
    parser.on('doctype', (doctype) => {
      const startLine = parser.line - (doctype.match(/\n/g)?.length ?? 0);
      throw new MapFileError(/^\s*(html|svg)\b/i.test(doctype) ? 'type' : 'entities', startLine);
    });
    parser.on('opentagstart', () => {
      this.#line = parser.line;
      this.#attributes = { count: 0, length: 0 };
    });
    parser.on('attribute', ({ name, value }) => {
      this.#attributes.count += 1;
      this.#attributes.length += name.length + value.length;
      const { count, length } = this.#attributes;
      if (count > MAX_ATTRIBUTES || length > MAX_ATTRIBUTES_LENGTH)
        throw new MapFileError('malformed', this.#line);
    });
    parser.on('opentag', (tag) => {
      this.#skippedCharacters = 0;
      if (this.#open.length >= MAX_DEPTH) throw new MapFileError('malformed', this.#line);
      const attributes: Record<string, string> = Object.create(null);
      for (const [name, value] of Object.entries(tag.attributes)) attributes[localName(name)] = value;
      const name = localName(tag.name);
      this.#open.push({ name, texts: [], kept: 0 });
      reader.open({ name, attributes, line: this.#line });
    });
    parser.on('text', (chunk) => this.#addText(chunk));
    parser.on('cdata', (chunk) => this.#addText(chunk));
    parser.on('closetag', () => {
      this.#skippedCharacters = 0;
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

  /** @throws MapFileError; Complaint for what is no XML */
  write(chunk: string): void {
    this.#skippedCharacters += chunk.length;
    if (this.#skippedCharacters > MAX_SKIPPED_CHARACTERS && this.#maxTextLength < MAX_SKIPPED_CHARACTERS)
      throw new MapFileError('malformed', this.line);
    this.#parser.write(chunk);
  }

  /** @throws Complaint for what is not whole */
  end(): void {
    this.#parser.close();
  }

  #addText(chunk: string): void {
    const element = this.#open.at(-1);
    if (element === undefined || element.kept >= this.#maxTextLength) return;
    const kept = chunk.slice(0, this.#maxTextLength - element.kept);
    element.texts.push(kept);
    element.kept += kept.length;
  }
}

/**
 * Reads XML, a piece with each step.
 *
 * @throws MapFileError `entities` at the line of a document type, `type` where that says a web page, `malformed` with the line
 */
export function* walkXml(text: string, reader: XmlReader): Generator<void, void> {
  const walker = new XmlWalker(reader);
  try {
    for (let from = 0; from < text.length; from += CHUNK_CHARACTERS) {
      walker.write(text.slice(from, from + CHUNK_CHARACTERS));
      yield;
    }
    walker.end();
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    const entity = /entity/.test(error.message) ? text.lastIndexOf('&', walker.position - 1) : null;
    const errorPosition = (yield* findBareAmpersand(text.slice(0, walker.position))) ?? entity;
    throw new MapFileError('malformed', errorPosition === null ? walker.line : lineAt(text, errorPosition));
  }
}

/** What has its own end, between which an ampersand is one (XML 1.0, 2.4), and an ampersand. */
const AMPERSAND_OR_SECTION = /<!--|<!\[CDATA\[|&/g;
const SECTION_ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' };
/** Of these, how many are looked at before others have a turn. */
const MATCHES_PER_STEP = 20_000;
const REFERENCE = /&#?[\w:][\w:.-]{0,255};/y;

/**
 * Where the first ampersand stands that begins no reference: the parser reads on from there to the next semicolon, and complains
 * about what it finds then.
 */
function* findBareAmpersand(text: string): Generator<void, number | null> {
  let from = 0;
  for (let matches = 1; ; matches += 1) {
    if (matches % MATCHES_PER_STEP === 0) yield;
    // The expressions are everybody's: another file may have been looked at meanwhile.
    AMPERSAND_OR_SECTION.lastIndex = from;
    const found = AMPERSAND_OR_SECTION.exec(text);
    if (found === null) return null;
    const end = SECTION_ENDS[found[0]];
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

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
