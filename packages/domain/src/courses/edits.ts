import type { Control, Course, CourseEvent, EventSettings, Leg, ObjectKind, Person } from './event.ts';

/** The type of the objects of each kind. */
export interface ObjectTypes {
  readonly control: Control;
  readonly course: Course;
  readonly leg: Leg;
  readonly person: Person;
}

/** A change of one object; null: it does not exist before or after. */
export type ObjectEdit = {
  [Kind in ObjectKind]: {
    readonly kind: Kind;
    readonly id: string;
    readonly before: ObjectTypes[Kind] | null;
    readonly after: ObjectTypes[Kind] | null;
  };
}[ObjectKind];

/** A change of the settings of an event. */
export interface SettingsEdit {
  readonly kind: 'settings';
  readonly before: EventSettings;
  readonly after: EventSettings;
}

export type EventEdit = ObjectEdit | SettingsEdit;

/** The list of an event that holds the objects of a kind. */
const LISTS = { control: 'controls', course: 'courses', leg: 'legs', person: 'people' } as const;

/** The objects of a kind. */
export function objectsOf<Kind extends ObjectKind>(
  event: CourseEvent,
  kind: Kind,
): readonly ObjectTypes[Kind][] {
  // The type checker cannot infer that the list belongs to the kind.
  return event[LISTS[kind]] as readonly unknown[] as readonly ObjectTypes[Kind][];
}

/** The settings of an event without its objects. */
export function settingsOf(event: CourseEvent): EventSettings {
  const { controls: _, courses: __, legs: ___, people: ____, ...settings } = event;
  return settings;
}

/** Applies edits in their order. A new object is appended to its list, a changed one keeps its place. */
export function applyEdits(event: CourseEvent, edits: readonly EventEdit[]): CourseEvent {
  return edits.reduce(applyEdit, event);
}

function applyEdit(event: CourseEvent, edit: EventEdit): CourseEvent {
  if (edit.kind === 'settings') return { ...event, ...edit.after };
  const { kind, id, after } = edit;
  const list: readonly { readonly id: string }[] = objectsOf(event, kind);
  const index = list.findIndex((object) => object.id === id);
  if (after === null) return { ...event, [LISTS[kind]]: list.filter((object) => object.id !== id) };
  return { ...event, [LISTS[kind]]: index === -1 ? [...list, after] : list.with(index, after) };
}

/** The edits that undo others. */
export function invertEdits(edits: readonly EventEdit[]): readonly EventEdit[] {
  // The type checker cannot infer that both values still belong to the kind.
  return edits.map((edit) => ({ ...edit, before: edit.after, after: edit.before }) as EventEdit).toReversed();
}
