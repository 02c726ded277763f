import type { z } from 'zod';
import type { Language } from './languages.ts';
import { shapeMessage } from './shapes.ts';

/**
 * Describes what is wrong with an entered value; null: it is valid. The console displays the text when a field loses
 * focus; the server validates with the same schema.
 */
export function describeProblem(schema: z.ZodType, value: unknown, language: Language): string | null {
  const read = schema.safeParse(value);
  const issue = read.error?.issues[0];
  if (issue === undefined) return null;
  if (issue.code === 'custom') return shapeMessage(issue.params, language) ?? GENERAL_MESSAGE[language];
  const isText = issue.code === 'too_small' || issue.code === 'too_big' ? issue.origin === 'string' : false;
  if (issue.code === 'too_small') return MIN_MESSAGE[language](Number(issue.minimum), isText);
  if (issue.code === 'too_big') return MAX_MESSAGE[language](Number(issue.maximum), isText);
  return value === '' || value === undefined || value === null
    ? EMPTY_MESSAGE[language]
    : GENERAL_MESSAGE[language];
}

type Translations<What> = Readonly<Record<Language, What>>;

const EMPTY_MESSAGE: Translations<string> = { zh_CN: '不能为空', en_US: 'cannot be empty' };
const GENERAL_MESSAGE: Translations<string> = {
  zh_CN: '请提交正确的信息',
  en_US: 'please submit the correct information again',
};
export const MIN_MESSAGE: Translations<(min: number, isText: boolean) => string> = {
  zh_CN: (min, isText) =>
    isText ? (min === 1 ? EMPTY_MESSAGE.zh_CN : `至少${min}个字符`) : `不能小于${min}`,
  en_US: (min, isText) =>
    isText ? (min === 1 ? EMPTY_MESSAGE.en_US : `at least ${min} characters`) : `cannot be below ${min}`,
};
export const MAX_MESSAGE: Translations<(max: number, isText: boolean) => string> = {
  zh_CN: (max, isText) => (isText ? `最多${max}个字符` : `不能大于${max}`),
  en_US: (max, isText) => (isText ? `at most ${max} characters` : `cannot be above ${max}`),
};
