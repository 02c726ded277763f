import type { Language } from '@wakeline/contract/entities/user-config';
import { describeProblem } from '@wakeline/contract/problem';

/**
 * The rule of a form's field from the contract's schema: what is wrong is said in the person's language when the field
 * is left, in the words in which the server would refuse it.
 */
export function fieldRule(schema: Parameters<typeof describeProblem>[0], language: Language) {
  return {
    async validator(_rule: unknown, value: unknown): Promise<void> {
      const problem = describeProblem(schema, value ?? '', language);
      if (problem !== null) throw new Error(problem);
    },
  };
}
