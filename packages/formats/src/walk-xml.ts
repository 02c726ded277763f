import { SaxesParser } from 'saxes';
import { lineAt } from './line-at.ts';
import { MapFileError } from './map-file-error.ts';

/** An element, by its name without the prefix: programs choose prefixes freely, and some do not declare them. */
export interface XmlElement {
  readonly name: string;
  /** By name without the prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The line where it starts. */
  readonly line: number;
}

/** Receives the elements of a file in order. */
export interface XmlReader {
  open(element: XmlElement): void;
  /** `text`: the text directly in the element. */
  close(name: string, text: string, line: number): void;
}

/** Characters parsed per step. */
const CHUNK_CHARACTERS = 65_536;
/** Maximum nesting of elements: real files have a dozen levels. */
const MAX_DEPTH = 256;
/** Limits for the attributes of an element and their total length: real ones have a few, at most with URLs. */
const MAX_ATTRIBUTES = 256;
const MAX_ATTRIBUTES_LENGTH = 65_536;

/** A syntax error of the XML parser at its current position. */
export class XmlSyntaxError extends Error {}

/** Characters without a tag, for files of which only short texts are needed: none has a text this long. */
const MAX_SKIPPED_CHARACTERS = 16 * 1_048_576;

/** Limits the texts that are kept. */
export interface TextLimit {
  /** Characters kept of an element's text; the rest is dropped. */
  readonly maxTextLength: number;
}

/** Parses XML in chunks. Entities of a document type are never expanded: a document type is refused. */
export class XmlWalker {
  readonly #parser = new SaxesParser();
  /** The open elements with their texts. */
  readonly #open: { readonly name: string; readonly texts: string[]; textLength: number }[] = [];
  readonly #maxTextLength: number;
  #line = 1;
  #attributes = { count: 0, length: 0 };
  /** Characters since the last tag. */
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
      this.#open.push({ name, texts: [], textLength: 0 });
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

  /** The current line, from 1. */
  get line(): number {
    return this.#parser.line;
  }

  /** The position after the text parsed so far, in UTF-16 units. */
  get position(): number {
    return this.#parser.position;
  }

  /** The number of open elements. */
  get depth(): number {
    return this.#open.length;
  }

  /** @throws MapFileError, XmlSyntaxError */
  write(chunk: string): void {
    this.#skippedCharacters += chunk.length;
    if (this.#skippedCharacters > MAX_SKIPPED_CHARACTERS && this.#maxTextLength < MAX_SKIPPED_CHARACTERS)
      throw new MapFileError('malformed', this.line);
    this.#parser.write(chunk);
  }

  /** @throws XmlSyntaxError if the document is incomplete */
  end(): void {
    this.#parser.close();
  }

  #addText(chunk: string): void {
    const element = this.#open.at(-1);
    if (element === undefined || element.textLength >= this.#maxTextLength) return;
    const text = chunk.slice(0, this.#maxTextLength - element.textLength);
    element.texts.push(text);
    element.textLength += text.length;
  }
}

/**
 * Parses XML, one chunk per step.
 *
 * @throws MapFileError `entities` at the line of a document type, `type` if that is a web page, `malformed` with the line
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

/** Sections with their own end marker, in which an ampersand is literal (XML 1.0, 2.4), and an ampersand. */
const AMPERSAND_OR_SECTION = /<!--|<!\[CDATA\[|&/g;
const SECTION_ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' };
/** Matches examined per step. */
const MATCHES_PER_STEP = 20_000;
const REFERENCE = /&#?[\w:][\w:.-]{0,255};/y;

/**
 * The position of the first ampersand that starts no reference. The parser reads on from there to the next semicolon and reports
 * an error at that position.
 */
function* findBareAmpersand(text: string): Generator<void, number | null> {
  let from = 0;
  for (let matches = 1; ; matches += 1) {
    if (matches % MATCHES_PER_STEP === 0) yield;
    // The expressions are shared: another file may have used them since the last step.
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
