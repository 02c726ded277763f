import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { wordsOfShape } from '@wakeline/contract/shapes';
import { z } from 'zod';

const SAID_BY: Readonly<Record<Language, z.core.$ZodErrorMap>> = {
  zh_CN: z.locales.zhCN().localeError,
  en_US: z.locales.en().localeError,
};

/**
 * Reads `value` by `schema`.
 *
 * @throws NamedError `field-invalid` with the path of the first wrong field (`trackers.3.imei`) and what is wrong
 * with it, in the caller's language.
 */
export function readBySchema<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  language: Language,
): z.output<Schema> {
  const read = schema.safeParse(value, { error: SAID_BY[language] });
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new NamedError('field-invalid', {
    field: issue?.path.map(String).join('.') ?? '',
    reason: reasonOf(issue, language),
  });
}

function reasonOf(issue: z.core.$ZodIssue | undefined, language: Language): string {
  const words = issue?.code === 'custom' ? wordsOfShape(issue.params, language) : null;
  return words ?? issue?.message ?? '';
}
