import { describe, expect, it } from 'vitest';
import { describeEntryProblem } from './entry-fields.ts';
import { account, otp, typedPassword } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { LIMITS } from './limits.ts';
import { describeProblem } from './problem.ts';

const SCHEMAS = { account, password: typedPassword, otp } as const;

const VALUES = [
  '',
  '   ',
  'harbour',
  ' harbour ',
  '12345',
  ' 12345 ',
  '123456',
  'har\u200bbour',
  'har\0bour',
  '\ud800',
  'a'.repeat(32),
  'a'.repeat(33),
  'a'.repeat(LIMITS.loginName),
  'a'.repeat(LIMITS.loginName + 1),
  `${'a'.repeat(LIMITS.loginName)} `,
];

describe.each(LANGUAGES)('%s', (language) => {
  it.each(['account', 'password', 'otp'] as const)('describes %s as its schema does', (field) => {
    const own = VALUES.map((value) => describeEntryProblem(field, value, language));
    const expected = VALUES.map((value) => describeProblem(SCHEMAS[field], value, language));
    expect(own).toEqual(expected);
    expect(new Set(own).size).toBeGreaterThan(1);
  });
});
