import type { Control, CourseEvent } from '@wakeline/domain/courses/event';

/** What a control is called in lists: its code, or the kind of point with its number among those of the kind. */
export type ControlName =
  | { readonly kind: 'code'; readonly code: string }
  | {
      readonly kind: 'start' | 'finish' | 'crossing-point' | 'map-issue' | 'map-exchange';
      readonly number: number;
    };

export function controlName({ controls }: Pick<CourseEvent, 'controls'>, control: Control): ControlName {
  const { kind, special, code } = control;
  if (kind === 'other' && special === null) return { kind: 'code', code: code ?? '' };
  const same = controls.filter((one) => one.kind === kind && one.special === special);
  const number = same.findIndex(({ id }) => id === control.id) + 1;
  return { kind: kind === 'other' ? (special ?? 'crossing-point') : kind, number };
}
