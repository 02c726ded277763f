import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { shapeMessage } from '@wakeline/contract/shapes';
import { z } from 'zod';

const ERROR_MAPS: Readonly<Record<Language, z.core.$ZodErrorMap>> = {
  zh_CN: z.locales.zhCN().localeError,
  en_US: z.locales.en().localeError,
};

/**
 * Parses `value` by `schema`.
 *
 * @throws NamedError `field-invalid` with the path of the first invalid field (`trackers.3.imei`) and the reason in the
 * caller's language.
 */
export function parseBySchema<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  language: Language,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: ERROR_MAPS[language] });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new NamedError('field-invalid', {
    field: issue?.path.map(String).join('.') ?? '',
    reason: reasonOf(issue, language),
  });
}

function reasonOf(issue: z.core.$ZodIssue | undefined, language: Language): string {
  const description = issue?.code === 'custom' ? shapeMessage(issue.params, language) : null;
  return description ?? issue?.message ?? '';
}
