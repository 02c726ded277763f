import type { Language } from '@wakeline/contract/entities/user-config';
import { describeProblem } from '@wakeline/contract/problem';

/**
 * Field rule from the contract's schema. Checks when the field loses focus, with the same text as the server's refusal
 * in the user's language.
 */
export function fieldRule(schema: Parameters<typeof describeProblem>[0], language: Language) {
  return {
    async validator(_rule: unknown, value: unknown): Promise<void> {
      const problem = describeProblem(schema, value ?? '', language);
      if (problem !== null) throw new Error(problem);
    },
  };
}

/** The same for a field that may be empty. */
export function optionalFieldRule(schema: Parameters<typeof describeProblem>[0], language: Language) {
  const rule = fieldRule(schema, language);
  return {
    validator: async (context: unknown, value: unknown) =>
      value === undefined || value === null || value === '' ? undefined : rule.validator(context, value),
  };
}
