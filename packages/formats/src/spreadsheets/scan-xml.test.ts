import { expect, test } from 'vitest';
import { attributeOf, XmlScanner } from './scan-xml.ts';

function scan(text: string, chunkSize = text.length): readonly string[] {
  const events: string[] = [];
  const scanner = new XmlScanner({
    open: (name, attributes) => void events.push(`<${name} ${attributeOf(attributes, 'r') ?? '-'}`),
    close: (name, content) => void events.push(`${name}> ${content}`),
  });
  for (let at = 0; at < text.length; at += chunkSize) scanner.write(text.slice(at, at + chunkSize));
  scanner.end();
  return events;
}

const PART =
  '\ufeff<?xml version="1.0"?><!-- <x> --><x:a xmlns:x="u"><b r="a&gt;b > c" s=\'1\'/>\n<c x:r="2">1 &amp; &#x5317;' +
  '<!-- no --><![CDATA[<&]]></c ></x:a>\n';

test('finds elements, attributes and texts, wherever the chunks end', () => {
  const expected = ['<a -', '<b a>b > c', 'b> ', '<c 2', 'c> 1 & 北<&', 'a> '];
  for (let size = 1; size <= PART.length; size += 1) expect(scan(PART, size)).toEqual(expected);
});

test.each([
  '<a>',
  '<a></b>',
  '</a>',
  '<a/><b/>',
  'text',
  '<a>&unknown;</a>',
  '<a>&constructor;</a>',
  '<a>a & b</a>',
  '<a>&#0;</a>',
  '<a>&#x110000;</a>',
  '<a b="<c>"/>',
  '<a><!ELEMENT></a>',
  '< />',
  '<a',
  '',
  '<a>'.repeat(65),
])('refuses %s', (text) => {
  expect(() => scan(text)).toThrow(expect.objectContaining({ code: 'malformed' }));
});

test('refuses a document type', () => {
  expect(() => scan('<!DOCTYPE a [<!ENTITY b "c">]><a/>')).toThrow(
    expect.objectContaining({ code: 'entities' }),
  );
});

test('refuses a tag that never ends', () => {
  expect(() => scan(`<a b="${'>'.repeat(2 * 1_048_576)}`, 65_536)).toThrow(
    expect.objectContaining({ code: 'malformed' }),
  );
});
