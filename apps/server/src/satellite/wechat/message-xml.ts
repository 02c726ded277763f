import { SaxesParser } from 'saxes';

/** Fields of an XML message: those directly below `xml`, by name. */
export type XmlFields = ReadonlyMap<string, string>;

const MAX_FIELDS = 64;
const MAX_DEPTH = 4;

class RefusedXml extends Error {}

/**
 * Reads `<xml><Name>value</Name>…</xml>`. Null: it is malformed, or has a document type, more than 64 fields or
 * more than 4 levels. Without a document type only the entities of XML itself exist.
 */
export function parseWechatXml(xml: string): XmlFields | null {
  const parser = new SaxesParser();
  const fields = new Map<string, string>();
  const open: string[] = [];
  let text = '';
  parser.on('error', (error) => {
    throw new RefusedXml(error.message);
  });
  parser.on('doctype', () => {
    throw new RefusedXml('document type');
  });
  parser.on('opentag', ({ name }) => {
    open.push(name);
    if (open.length > MAX_DEPTH || open[0] !== 'xml') throw new RefusedXml('structure');
    if (open.length === 2) text = '';
  });
  const addText = (chunk: string) => {
    if (open.length === 2) text += chunk;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    if (open.length === 2) fields.set(name, text);
    if (fields.size > MAX_FIELDS) throw new RefusedXml('too many fields');
    open.pop();
  });
  try {
    parser.write(xml).close();
    return fields;
  } catch (error) {
    if (error instanceof RefusedXml) return null;
    throw error;
  }
}

/** Writes fields as XML: texts as CDATA, numbers as they are. */
export function writeWechatXml(fields: Readonly<Record<string, string | number>>): string {
  const elements = Object.entries(fields).map(([name, value]) => {
    // A section cannot contain its own end.
    const content =
      typeof value === 'number'
        ? String(value)
        : `<![CDATA[${clean(value).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    return `<${name}>${content}</${name}>`;
  });
  return `<xml>${elements.join('')}</xml>`;
}

/** XML 1.0, 2.2: no other control characters than these. */
const clean = (text: string) => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, ' ').toWellFormed();
