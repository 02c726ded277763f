import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@wakeline/contract/entities/user-config';
import { describe, expect, it } from 'vitest';

type Texts = { readonly [key: string]: string | Texts };

function read(language: string, area: string): Texts {
  return JSON.parse(readFileSync(new URL(`./${language}/${area}`, import.meta.url), 'utf8')) as Texts;
}

function listNamespaceFiles(language: string): string[] {
  return readdirSync(new URL(`./${language}`, import.meta.url)).filter((file) => file.endsWith('.json'));
}

/** Every text by its dotted key. */
function flattenTexts(texts: Texts, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'string') found.set(path, value);
    else for (const [childKey, text] of flattenTexts(value, path)) found.set(childKey, text);
  }
  return found;
}

/** English needs `_one` beside `_other`; Chinese has the latter alone (CLDR plural rules). */
function removePluralSuffixes(keys: Iterable<string>): string[] {
  return [...new Set([...keys].map((key) => key.replace(/_(one|other)$/, '')))].sort();
}

const findPlaceholders = (text: string) => [...new Set(text.match(/{{\w+}}/g) ?? [])].sort();

describe('texts', () => {
  it('are cut into the same areas in every language', () => {
    for (const language of LANGUAGES)
      expect(listNamespaceFiles(language), language).toEqual(listNamespaceFiles('zh_CN'));
  });

  describe.each(listNamespaceFiles('zh_CN'))('%s', (area) => {
    const chinese = flattenTexts(read('zh_CN', area));
    const english = flattenTexts(read('en_US', area));

    it('has the same keys in both languages', () => {
      expect(removePluralSuffixes(english.keys())).toEqual(removePluralSuffixes(chinese.keys()));
    });

    it('has a singular for every English plural', () => {
      for (const key of english.keys()) {
        if (key.endsWith('_other')) expect([...english.keys()]).toContain(key.replace(/_other$/, '_one'));
      }
    });

    it('says something under every key', () => {
      for (const texts of [chinese, english])
        for (const [key, text] of texts) expect(text.trim(), key).not.toBe('');
    });

    it('fills the same places in both languages', () => {
      for (const [key, text] of english) {
        const other = chinese.get(key) ?? chinese.get(key.replace(/_one$/, '_other'));
        if (!key.endsWith('_one')) expect(findPlaceholders(text), key).toEqual(findPlaceholders(other ?? ''));
      }
    });
  });
});
