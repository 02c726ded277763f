import type { Branch, Course, CourseControl, Variation } from './event.ts';
import { type CourseVariation, chooseVariation, factorial } from './variations.ts';

export interface RelayTeam {
  /** From 1. */
  readonly team: number;
  /** The variation of each leg of the relay, in order. */
  readonly legs: readonly CourseVariation[];
}

/**
 * Assigns a variation to each leg of each team. A team takes the branches of a fork in turn, so that it runs all of them equally
 * often if the number of legs allows it (`unfairForks`); the teams begin with different branches, so that the runners of a leg are
 * spread evenly.
 */
export function assignRelayTeams(
  controls: readonly CourseControl[],
  { teams, legs }: { readonly teams: number; readonly legs: number },
): readonly RelayTeam[] {
  const strides = strideOfVariations(controls);
  return Array.from({ length: teams }, (_, index) => {
    const visits = new Map<string, number>();
    const choose = (courseControl: CourseControl, variation: Variation): readonly Branch[] => {
      const options = optionCount(variation);
      const visit = visits.get(courseControl.id) ?? 0;
      visits.set(courseControl.id, visit + 1);
      const first = Math.floor(index / (strides.get(courseControl.id) ?? 1));
      const option = (first + visit) % options;
      return variation.kind === 'fork'
        ? variation.branches.slice(option, option + 1)
        : permutationAt(variation.branches, option);
    };
    return {
      team: index + 1,
      legs: Array.from({ length: legs }, () => chooseVariation(controls, choose)),
    };
  });
}

/** The forks whose branches a team cannot run equally often in this number of legs. Loops are always fair. */
export function unfairForks({
  controls,
  relay,
}: Pick<Course, 'controls' | 'relay'>): readonly CourseControl[] {
  if (relay === null) return [];
  const unfair: CourseControl[] = [];
  const visit = (list: readonly CourseControl[], legs: number): void => {
    for (const courseControl of list) {
      const { variation } = courseControl;
      if (variation === null) continue;
      const isFork = variation.kind === 'fork';
      const legsPerBranch = isFork ? legs / variation.branches.length : legs;
      if (!Number.isInteger(legsPerBranch)) unfair.push(courseControl);
      else for (const branch of variation.branches) visit(branch.controls, legsPerBranch);
    }
  };
  visit(controls, relay.legs);
  return unfair;
}

/** How many teams in a row begin with the same option of a variation: the product of the option counts before it. */
function strideOfVariations(controls: readonly CourseControl[]): ReadonlyMap<string, number> {
  const strides = new Map<string, number>();
  let stride = 1;
  const visit = (list: readonly CourseControl[]): void => {
    for (const { id, variation } of list) {
      if (variation === null) continue;
      strides.set(id, stride);
      stride *= optionCount(variation);
      for (const branch of variation.branches) visit(branch.controls);
    }
  };
  visit(controls);
  return strides;
}

function optionCount({ kind, branches }: Variation): number {
  return Math.max(1, kind === 'fork' ? branches.length : factorial(branches.length));
}

/** The permutation with this index in lexicographic order. */
function permutationAt<Item>(items: readonly Item[], index: number): readonly Item[] {
  const rest = [...items];
  let remainder = index;
  return items.map((_, position) => {
    const block = factorial(items.length - 1 - position);
    const at = Math.floor(remainder / block) % rest.length;
    remainder %= block;
    return rest.splice(at, 1)[0] as Item;
  });
}
