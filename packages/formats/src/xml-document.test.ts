import { describe, expect, test } from 'vitest';
import { MapFileError } from './map-file-error.ts';
import {
  appendElement,
  attributeOf,
  childElements,
  createElement,
  firstChild,
  insertAfter,
  parseXml,
  removeElement,
  serializeXml,
  setAttribute,
  setText,
  textOf,
  type XmlDocument,
} from './xml-document.ts';

function parse(text: string): XmlDocument {
  const steps = parseXml(text);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

const FILE = `\uFEFF<?xml version="1.0"?>\r
<!-- before -->\r
<p:root xmlns:p="urn:x">\r
  <item id='1' name = "a &amp; &#66;">Tom &lt; <!-- < --><![CDATA[<b>]]></item>\r
  <item id="2"/>\r
  <empty></empty>\r
</p:root>\r
<!-- after -->`;

test('returns the text of an unchanged document', () => {
  expect(serializeXml(parse(FILE))).toBe(FILE);
});

test('reads names, attributes, texts and lines', () => {
  const { root } = parse(FILE);
  expect(root.name).toBe('root');
  const [first, second] = childElements(root, 'item');
  expect(first?.line).toBe(4);
  expect(second?.line).toBe(5);
  expect(attributeOf(first ?? null, 'id')).toBe('1');
  expect(attributeOf(first ?? null, 'name')).toBe('a & B');
  expect(attributeOf(first ?? null, 'other')).toBeNull();
  expect(textOf(first ?? null)).toBe('Tom < <b>');
  expect(textOf(firstChild(root, 'missing'))).toBe('');
});

describe('changes', () => {
  const change = (text: string, edit: (document: XmlDocument) => void): string => {
    const document = parse(text);
    edit(document);
    return serializeXml(document);
  };

  test('an attribute changes, appears and disappears without touching the others', () => {
    const edit = (name: string, value: string | null) =>
      change(`<a x='1'  y="2" />`, ({ root }) => setAttribute(root, name, value));
    expect(edit('x', '<3>')).toBe(`<a x="&lt;3&gt;"  y="2" />`);
    expect(edit('z', '4')).toBe(`<a x='1'  y="2" z="4" />`);
    expect(edit('y', null)).toBe(`<a x='1' />`);
    expect(edit('z', null)).toBe(`<a x='1'  y="2" />`);
  });

  test('a text replaces the content', () => {
    expect(change('<a><b/></a>', ({ root }) => setText(root, 'x & y'))).toBe('<a>x &amp; y</a>');
    expect(change('<a />', ({ root }) => setText(root, 'x'))).toBe('<a>x</a>');
  });

  test('an element is added at the end of its parent, on its own line', () => {
    const child = () => createElement('b', { id: '1' });
    expect(change('<a>\n  <b />\n</a>', ({ root }) => appendElement(root, child(), '\n  '))).toBe(
      '<a>\n  <b />\n  <b id="1" />\n</a>',
    );
    expect(
      change('<r>\n  <a />\n</r>', ({ root }) =>
        appendElement(childElements(root)[0] ?? root, child(), '\n    '),
      ),
    ).toBe('<r>\n  <a>\n    <b id="1" />\n  </a>\n</r>');
  });

  test('an element is added after another one', () => {
    const text = '<a>\n  <b />\n  <c />\n</a>';
    const edited = change(text, ({ root }) => {
      const [first] = childElements(root);
      if (first !== undefined) insertAfter(root, first, createElement('d'));
    });
    expect(edited).toBe('<a>\n  <b />\n  <d />\n  <c />\n</a>');
  });

  test('an element is removed with its line; a parent without content becomes a single tag', () => {
    const remove = (text: string) =>
      change(text, ({ root }) => {
        const [first] = childElements(root);
        if (first !== undefined) removeElement(root, first);
      });
    expect(remove('<a>\n  <b />\n  <c />\n</a>')).toBe('<a>\n  <c />\n</a>');
    expect(remove('<a x="1">\n  <b />\n</a>')).toBe('<a x="1" />');
  });
});

test.each([
  ['<a><b></a>', 'malformed', 1],
  ['<a>\n<b x=1 />\n</a>', 'malformed', 2],
  ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'entities', 1],
  ['', 'malformed', 1],
  ['text', 'malformed', 1],
])('refuses %j: %s', (text, code, line) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ constructor: MapFileError, code, line }));
});
