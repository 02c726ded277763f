import { SheetError } from './sheet-error.ts';

/** Receives the elements of a part in order. Names are without their prefix. */
export interface ElementReader {
  /** `attributes`: the text after the name, for `attributeOf`. */
  open(name: string, attributes: string): void;
  /** `text`: the text directly before the end tag, or directly in the element if it has no elements. */
  close(name: string, text: string): void;
}

/** Characters of a tag, a comment or a text that is not complete: cells have 32,767 at most, with references five times as many. */
const MAX_PENDING = 1_048_576;
/** Characters after which the text of an element is cut: a cell has 32,767, and references make up to ten of one. */
const MAX_TEXT_LENGTH = 400_000;
/** Maximum nesting of elements: workbooks have about ten levels. */
const MAX_DEPTH = 64;

/**
 * A scanner for the parts of workbooks, which are XML without document types and entities (ECMA-376 part 2). It checks the nesting of
 * elements and references, not names and attributes: ten times as fast as a complete parser, which 100,000 rows need.
 */
export class XmlScanner {
  readonly #reader: ElementReader;
  readonly #open: string[] = [];
  #pending = '';
  #text = '';
  #hasRoot = false;

  constructor(reader: ElementReader) {
    this.#reader = reader;
  }

  /** @throws SheetError `entities`, `malformed` */
  write(chunk: string): void {
    const text = this.#pending + chunk;
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start === -1) break;
      const end = this.#findEnd(text, start);
      if (end === -1) {
        // The text before an incomplete tag stays with it.
        break;
      }
      if (start > at && this.#text.length < MAX_TEXT_LENGTH) this.#text += text.slice(at, start);
      this.#readMarkup(text, start, end);
      at = end;
    }
    this.#pending = at === 0 ? text : text.slice(at);
    if (this.#pending.length > MAX_PENDING && this.#pending.trim() !== '') throw new SheetError('malformed');
    if (this.#pending.length > MAX_PENDING) this.#pending = '';
  }

  /** @throws SheetError `malformed` if the document is incomplete */
  end(): void {
    if (this.#pending.trim() !== '' || this.#open.length > 0 || !this.#hasRoot)
      throw new SheetError('malformed');
  }

  /** The position after the markup that starts at `start`; -1: not yet complete. */
  #findEnd(text: string, start: number): number {
    if (text.startsWith('<!--', start)) return after(text, '-->', start + 4);
    if (text.startsWith('<![CDATA[', start)) return after(text, ']]>', start + 9);
    if (text.startsWith('<?', start)) return after(text, '?>', start + 2);
    if (text.startsWith('<!', start)) {
      if (
        '<!--'.startsWith(text.slice(start, start + 4)) ||
        '<![CDATA['.startsWith(text.slice(start, start + 9))
      )
        return -1;
      throw new SheetError(/^<!DOCTYPE/i.test(text.slice(start, start + 9)) ? 'entities' : 'malformed');
    }
    // An attribute may contain the end character.
    let quotes = 0;
    for (let at = start; ; ) {
      const end = text.indexOf('>', at);
      if (end === -1) return -1;
      quotes += countQuotes(text, at, end);
      if (quotes % 2 === 0) return end + 1;
      at = end + 1;
    }
  }

  #readMarkup(text: string, start: number, end: number): void {
    const second = text.charCodeAt(start + 1);
    if (second === SLASH) {
      this.#closeElement(text.slice(start + 2, end - 1).trimEnd());
      return;
    }
    if (second === EXCLAMATION) {
      if (text.charCodeAt(start + 2) === BRACKET) this.#text += escapeText(text.slice(start + 9, end - 3));
      return;
    }
    if (second === QUESTION) return;
    const isEmpty = text.charCodeAt(end - 2) === SLASH;
    const tag = text.slice(start + 1, isEmpty ? end - 2 : end - 1);
    const space = tag.search(SPACE);
    const fullName = space === -1 ? tag : tag.slice(0, space);
    if (fullName === '' || tag.includes('<')) throw new SheetError('malformed');
    if (this.#open.length >= MAX_DEPTH || (this.#open.length === 0 && this.#hasRoot))
      throw new SheetError('malformed');
    this.#hasRoot = true;
    this.#text = '';
    const name = localName(fullName);
    this.#reader.open(name, space === -1 ? '' : tag.slice(space));
    if (isEmpty) this.#reader.close(name, '');
    else this.#open.push(fullName);
  }

  #closeElement(fullName: string): void {
    if (this.#open.pop() !== fullName) throw new SheetError('malformed');
    const text = this.#text;
    this.#text = '';
    this.#reader.close(localName(fullName), decodeReferences(text));
  }
}

const QUOTE = 0x22;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const BRACKET = 0x5b;
const SPACE = /[ \t\r\n]/;

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? -1 : at + end.length;
}

/** Quotation marks that delimit attributes, between two positions. Odd: the end is inside of one. */
function countQuotes(text: string, start: number, end: number): number {
  let quotes = 0;
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === QUOTE) quotes += 1;
  return quotes;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Decodes references. @throws SheetError `malformed` for an unknown entity or a bare ampersand */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]{0,10});?/g, (found, name: string) => {
    if (!found.endsWith(';')) throw new SheetError('malformed');
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    if (name.startsWith('#') && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    const entity = ENTITIES.get(name);
    if (entity === undefined) throw new SheetError('malformed');
    return entity;
  });
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;');
}

/** The value of an attribute, without regard to its prefix; undefined: it has none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(name); at !== -1; at = attributes.indexOf(name, at + 1)) {
    if (!BEFORE_NAME.has(attributes.charCodeAt(at - 1))) continue;
    const from = at + name.length + 2;
    const quote = attributes.charAt(from - 1);
    if (attributes.charCodeAt(from - 2) !== EQUALS || (quote !== '"' && quote !== "'")) continue;
    const end = attributes.indexOf(quote, from);
    if (end !== -1) return decodeReferences(attributes.slice(from, end));
  }
  return undefined;
}

const EQUALS = 0x3d;
/** White space, and the colon after a prefix. */
const BEFORE_NAME: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0x3a]);
