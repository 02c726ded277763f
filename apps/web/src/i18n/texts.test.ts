import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@wakeline/contract/entities/user-config';
import { describe, expect, it } from 'vitest';

type Texts = { readonly [key: string]: string | Texts };

function read(language: string, namespace: string): Texts {
  return JSON.parse(readFileSync(new URL(`./${language}/${namespace}`, import.meta.url), 'utf8')) as Texts;
}

function listNamespaceFiles(language: string): string[] {
  return readdirSync(new URL(`./${language}`, import.meta.url)).filter((file) => file.endsWith('.json'));
}

/** Maps every dotted key to its text. */
function flattenTexts(texts: Texts, prefix = ''): Map<string, string> {
  const result = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'string') result.set(path, value);
    else for (const [childKey, text] of flattenTexts(value, path)) result.set(childKey, text);
  }
  return result;
}

/** English needs `_one` beside `_other`; Chinese has only the latter (CLDR plural rules). */
function removePluralSuffixes(keys: Iterable<string>): string[] {
  return [...new Set([...keys].map((key) => key.replace(/_(one|other)$/, '')))].sort();
}

const findPlaceholders = (text: string) => [...new Set(text.match(/{{\w+}}/g) ?? [])].sort();

describe('texts', () => {
  it('have the same namespaces in every language', () => {
    for (const language of LANGUAGES)
      expect(listNamespaceFiles(language), language).toEqual(listNamespaceFiles('zh_CN'));
  });

  describe.each(listNamespaceFiles('zh_CN'))('%s', (namespace) => {
    const chinese = flattenTexts(read('zh_CN', namespace));
    const english = flattenTexts(read('en_US', namespace));

    it('has the same keys in both languages', () => {
      expect(removePluralSuffixes(english.keys())).toEqual(removePluralSuffixes(chinese.keys()));
    });

    it('has a singular for every English plural', () => {
      for (const key of english.keys()) {
        if (key.endsWith('_other')) expect([...english.keys()]).toContain(key.replace(/_other$/, '_one'));
      }
    });

    it('has no empty texts', () => {
      for (const texts of [chinese, english])
        for (const [key, text] of texts) expect(text.trim(), key).not.toBe('');
    });

    it('has the same placeholders in both languages', () => {
      for (const [key, text] of english) {
        const other = chinese.get(key) ?? chinese.get(key.replace(/_one$/, '_other'));
        if (!key.endsWith('_one')) expect(findPlaceholders(text), key).toEqual(findPlaceholders(other ?? ''));
      }
    });
  });
});
