import type { z } from 'zod';
import type { Language } from './entities/user-config.ts';
import { wordsOfShape } from './shapes.ts';

/**
 * What is wrong with a value that somebody types, in words; null where nothing is. The console says it when a field is
 * left; the server refuses by the same schema.
 */
export function problemOf(schema: z.ZodType, value: unknown, language: Language): string | null {
  const read = schema.safeParse(value);
  const issue = read.error?.issues[0];
  if (issue === undefined) return null;
  if (issue.code === 'custom') return wordsOfShape(issue.params, language) ?? GENERAL[language];
  const text = issue.code === 'too_small' || issue.code === 'too_big' ? issue.origin === 'string' : false;
  if (issue.code === 'too_small') return LEAST[language](Number(issue.minimum), text);
  if (issue.code === 'too_big') return MOST[language](Number(issue.maximum), text);
  return value === '' || value === undefined || value === null ? EMPTY[language] : GENERAL[language];
}

type Words<What> = Readonly<Record<Language, What>>;

const EMPTY: Words<string> = { zh_CN: '不能为空', en_US: 'cannot be empty' };
const GENERAL: Words<string> = {
  zh_CN: '请提交正确的信息',
  en_US: 'please submit the correct information again',
};
const LEAST: Words<(least: number, text: boolean) => string> = {
  zh_CN: (least, text) => (text ? (least === 1 ? EMPTY.zh_CN : `至少${least}个字符`) : `不能小于${least}`),
  en_US: (least, text) =>
    text ? (least === 1 ? EMPTY.en_US : `at least ${least} characters`) : `cannot be below ${least}`,
};
const MOST: Words<(most: number, text: boolean) => string> = {
  zh_CN: (most, text) => (text ? `最多${most}个字符` : `不能大于${most}`),
  en_US: (most, text) => (text ? `at most ${most} characters` : `cannot be above ${most}`),
};
