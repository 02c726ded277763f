import { walkXml } from './walk-xml.ts';
import { escapeXml } from './xml-text.ts';

/** An element with the texts that it was read from, so that an unchanged one is written as it was. */
export interface XmlNode {
  /** Without prefix. */
  readonly name: string;
  /** The line where it starts, from 1. */
  readonly line: number;
  /** `<name a="b">` or `<name a="b" />`. */
  startTag: string;
  /** Elements, and the texts between them as they are in the file: also comments and CDATA sections. */
  readonly children: (XmlNode | string)[];
  /** Empty for an element of a single tag. */
  endTag: string;
}

export interface XmlDocument {
  /** Declaration and comments before the root. */
  readonly prolog: string;
  readonly root: XmlNode;
  /** Comments and white space after the root. */
  readonly epilog: string;
}

/** Markup of a well-formed document without document type (XML 1.0, 2.1 to 2.7), or text between it. */
const TOKENS =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:[^<>"']|"[^"]*"|'[^']*')*>|[^<]+/g;
const ATTRIBUTES = /([^\s=/<]+)\s*=\s*("[^"]*"|'[^']*')/g;

/** Tokens processed per step. */
const TOKENS_PER_STEP = 5_000;

/**
 * Parses XML without changing it: `serializeXml` returns the same text.
 *
 * @throws MapFileError `malformed` with the line, `entities` for a document type
 */
export function* parseXml(text: string): Generator<void, XmlDocument> {
  // Validates the document, so that the expressions above suffice.
  yield* walkXml(text.replace(/^\uFEFF/, ''), { open() {}, close() {} });
  let [prolog, epilog] = ['', ''];
  let root: XmlNode | null = null;
  let line = 1;
  const open: XmlNode[] = [];
  let count = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    count += 1;
    if (count % TOKENS_PER_STEP === 0) yield;
    const parent = open.at(-1);
    if (token.startsWith('</')) {
      const closed = open.pop();
      if (closed !== undefined) closed.endTag = token;
    } else if (/^<[^!?]/.test(token)) {
      const node: XmlNode = { name: tagName(token), line, startTag: token, children: [], endTag: '' };
      if (parent === undefined) root = node;
      else parent.children.push(node);
      if (!token.endsWith('/>')) open.push(node);
    } else if (parent !== undefined) {
      parent.children.push(token);
    } else if (root === null) {
      prolog += token;
    } else {
      epilog += token;
    }
    line += countLineFeeds(token);
  }
  if (root === null) throw new Error('a validated document has a root');
  return { prolog, root, epilog };
}

export function serializeXml({ prolog, root, epilog }: XmlDocument): string {
  return prolog + serializeNode(root) + epilog;
}

function serializeNode({ startTag, children, endTag }: XmlNode): string {
  return (
    startTag +
    children.map((child) => (typeof child === 'string' ? child : serializeNode(child))).join('') +
    endTag
  );
}

/** The elements directly in an element, of one name or all. */
export function childElements(node: XmlNode, name?: string): readonly XmlNode[] {
  return node.children.filter(
    (child): child is XmlNode => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

export function firstChild(node: XmlNode, name: string): XmlNode | null {
  return childElements(node, name)[0] ?? null;
}

/** The text directly in an element, without comments; empty if there is none. */
export function textOf(node: XmlNode | null): string {
  if (node === null) return '';
  return node.children
    .map((child) => {
      if (typeof child !== 'string' || child.startsWith('<!--') || child.startsWith('<?')) return '';
      return child.startsWith('<![CDATA[') ? child.slice(9, -3) : decodeReferences(child);
    })
    .join('');
}

/** The value of an attribute by its name without prefix; null if there is none. */
export function attributeOf(node: XmlNode | null, name: string): string | null {
  for (const [, key = '', quoted = ''] of node?.startTag.matchAll(ATTRIBUTES) ?? [])
    if (localName(key) === name) return decodeReferences(quoted.slice(1, -1));
  return null;
}

/** Sets an attribute, or removes it with null; the rest of the tag stays as it is. */
export function setAttribute(node: XmlNode, name: string, value: string | null): void {
  for (const match of node.startTag.matchAll(ATTRIBUTES)) {
    const [found, key = ''] = match;
    if (localName(key) !== name) continue;
    const end = match.index + found.length;
    const before = node.startTag.slice(0, match.index);
    node.startTag =
      value === null
        ? before.trimEnd() + node.startTag.slice(end)
        : `${before}${key}="${escapeXml(value)}"${node.startTag.slice(end)}`;
    return;
  }
  if (value === null) return;
  const [, start = '', end = ''] = /^(.*?)(\s*\/?>)$/s.exec(node.startTag) ?? [];
  node.startTag = `${start} ${name}="${escapeXml(value)}"${end}`;
}

/** Replaces the content of an element by a text. */
export function setText(node: XmlNode, text: string): void {
  node.children.splice(0, node.children.length, escapeXml(text));
  openTag(node);
}

/** A new element of a single tag, to be filled by `setText` or `appendElement`. */
export function createElement(name: string, attributes: Readonly<Record<string, string>> = {}): XmlNode {
  const texts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return { name, line: 0, startTag: `<${name}${texts.join('')} />`, children: [], endTag: '' };
}

/** Adds an element at the end of another, on a line of its own. `indent`: line break and spaces before it. */
export function appendElement(parent: XmlNode, child: XmlNode, indent: string): void {
  openTag(parent);
  const last = parent.children.at(-1);
  const closing = typeof last === 'string' && last.trim() === '' ? last : indent.replace(/ {2}$/, '');
  if (typeof last === 'string' && last.trim() === '') parent.children.pop();
  parent.children.push(indent, child, closing);
}

/** Adds an element after another in the same parent, with the same white space before it. */
export function insertAfter(parent: XmlNode, previous: XmlNode, child: XmlNode): void {
  const at = parent.children.indexOf(previous);
  const before = parent.children[at - 1];
  const indent = typeof before === 'string' && before.trim() === '' ? [before] : [];
  parent.children.splice(at + 1, 0, ...indent, child);
}

/** Removes an element with the white space before it. */
export function removeElement(parent: XmlNode, child: XmlNode): void {
  const at = parent.children.indexOf(child);
  if (at === -1) return;
  const before = parent.children[at - 1];
  const from = typeof before === 'string' && before.trim() === '' ? at - 1 : at;
  parent.children.splice(from, at + 1 - from);
  if (childElements(parent).length === 0 && textOf(parent).trim() === '') closeTag(parent);
}

function openTag(node: XmlNode): void {
  if (node.endTag !== '') return;
  node.startTag = node.startTag.replace(/\s*\/>$/, '>');
  node.endTag = `</${qualifiedName(node.startTag)}>`;
}

function closeTag(node: XmlNode): void {
  if (node.endTag === '') return;
  node.children.length = 0;
  node.startTag = node.startTag.replace(/\s*>$/, ' />');
  node.endTag = '';
}

function tagName(tag: string): string {
  return localName(qualifiedName(tag));
}

function qualifiedName(tag: string): string {
  return /^<([^\s/>]+)/.exec(tag)?.[1] ?? '';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const REFERENCES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]+)|#([0-9]+)|(\w+));/gi, (found, hexadecimal, decimal, name) => {
    if (name !== undefined) return REFERENCES[name] ?? found;
    return String.fromCodePoint(
      hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16),
    );
  });
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
