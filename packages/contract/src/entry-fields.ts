import type { Language } from './languages.ts';
import { LIMITS } from './limits.ts';
import { MAX_MESSAGE, MIN_MESSAGE } from './problem.ts';
import { SHAPES } from './shapes.ts';

/** The fields of a sign-in. */
export type EntryField = 'account' | 'password' | 'otp';

/** Bounds of `otp` in `fields.ts`. */
const OTP_LENGTH = { min: 6, max: 32 };

/**
 * Describes what is wrong with an entered value as `describeProblem` does for the schemas in `fields.ts`; null: it is
 * valid. The login page uses it, because it loads without zod.
 */
export function describeEntryProblem(field: EntryField, value: string, language: Language): string | null {
  const trimmed = value.trim();
  if (field === 'password') return firstViolated(value, ['password'], language);
  if (field === 'otp') {
    if (trimmed.length < OTP_LENGTH.min) return MIN_MESSAGE[language](OTP_LENGTH.min, true);
    return trimmed.length > OTP_LENGTH.max ? MAX_MESSAGE[language](OTP_LENGTH.max, true) : null;
  }
  const problem = firstViolated(value, ['text'], language);
  if (problem !== null) return problem;
  if (trimmed.length > LIMITS.loginName) return MAX_MESSAGE[language](LIMITS.loginName, true);
  return firstViolated(trimmed, ['account', 'newAccount'], language);
}

function firstViolated(
  value: string,
  shapes: readonly (keyof typeof SHAPES)[],
  language: Language,
): string | null {
  const violated = shapes.find((shape) => !SHAPES[shape].isValid(value));
  return violated === undefined ? null : SHAPES[violated].messages[language];
}
