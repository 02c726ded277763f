import type { Language } from './entities/user-config.ts';

interface Shape {
  readonly fits: (text: string) => boolean;
  /** What is wrong with a text that does not fit, for a person. */
  readonly words: Readonly<Record<Language, string>>;
}

/** What a text has to look like, where its length does not say it. */
export const SHAPES = {
  /** PostgreSQL keeps no NUL, and UTF-8 has no half of a surrogate pair. */
  text: {
    fits: (text) => !text.includes('\0') && text.isWellFormed(),
    words: { zh_CN: '包含无法保存的字符', en_US: 'it has a character in it that cannot be stored' },
  },
  imei: {
    fits: (text) => /^[A-Za-z0-9-]+$/.test(text),
    words: { zh_CN: '只能包含字母、数字和连字符', en_US: 'only letters, digits and hyphens' },
  },
  md5: {
    fits: (text) => /^[0-9a-f]{32}$/i.test(text),
    words: { zh_CN: '应为32位十六进制数字', en_US: 'it has to be 32 hexadecimal digits' },
  },
} as const satisfies Record<string, Shape>;

/** Parameters of a schema's check by shape: whoever reports the failure finds the words by them. */
export function shaped(shape: keyof typeof SHAPES): { readonly params: { readonly shape: string } } {
  return { params: { shape } };
}

/** The words for a failed check with these parameters; null where it was no check by shape. */
export function wordsOfShape(
  params: Readonly<Record<string, unknown>> | undefined,
  language: Language,
): string | null {
  const name = params?.shape;
  if (typeof name !== 'string' || !Object.hasOwn(SHAPES, name)) return null;
  return SHAPES[name as keyof typeof SHAPES].words[language];
}
