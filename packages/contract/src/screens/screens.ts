import { z } from 'zod';
import { emptyResult, id, instant, name, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { DASHBOARD_ROLES, SCREEN_ROLES } from '../roles.ts';
import { screenBox, screenBoxInput } from './screen-box.ts';

/** Screens of an account: on a wall, without header. */
export const BIG_SCREEN_KINDS = ['visual', 'data'] as const;
export type BigScreenKind = (typeof BIG_SCREEN_KINDS)[number];

const minuteOfDay = z.int().min(0).max(1_439);

export const screenSettings = z.object({
  theme: z.enum(['auto', 'light', 'dark']).default('dark'),
  nightFrom: minuteOfDay
    .nullable()
    .default(null)
    .describe("minute of the account's day from which it is dim; null: never"),
  nightTo: minuteOfDay.nullable().default(null).describe('minute until which it is dim'),
  tour: z.boolean().default(false).describe('shows one group after the other, each for 30 seconds'),
});
export type ScreenSettings = z.infer<typeof screenSettings>;
export const DEFAULT_SCREEN_SETTINGS: ScreenSettings = screenSettings.parse({});

const boxes = z.array(screenBoxInput).min(1).max(LIMITS.screenBoxes);
const kind = z.enum(BIG_SCREEN_KINDS);
const LAYOUT_ERRORS = [
  'screen-box-kind',
  'screen-box-place',
  'screen-box-overlap',
  'screen-map-limit',
  'group-unknown',
] as const;

export const screen = z.object({
  screenId: id.nullable().describe('null: the default screen, which nobody has changed'),
  screenName: z.string().describe('empty: the default screen'),
  kind,
  boxes: z.array(screenBox),
  settings: screenSettings,
  editTime: instant.nullable(),
});
export type Screen = z.infer<typeof screen>;

export const queryScreens = operation({
  name: 'queryScreens',
  summary: 'The screens of the account of one kind, by name; the default screen if it has none.',
  access: { permission: 'viewer', roles: SCREEN_ROLES },
  effect: 'none',
  payload: z.object({ uid, kind }),
  result: z.object({
    list: z.array(screen).min(1),
    abilities: z.object({ edit: z.boolean(), share: z.boolean() }),
  }),
  errors: [],
});

export const saveScreen = operation({
  name: 'saveScreen',
  summary: 'Adds a screen to the account, or changes one.',
  access: { permission: 'editor', roles: SCREEN_ROLES },
  effect: 'account',
  bodyBytes: 196_608,
  payload: z.object({
    uid,
    screenId: id.nullable().describe('null: a new one'),
    kind,
    screenName: name,
    boxes,
    settings: screenSettings,
  }),
  result: z.object({ screenId: id }),
  errors: ['screen-unknown', 'screen-limit', ...LAYOUT_ERRORS],
});

export const removeScreen = operation({
  name: 'removeScreen',
  summary: 'Deletes a screen of the account, with its links.',
  access: { permission: 'editor', roles: SCREEN_ROLES },
  effect: 'account',
  payload: z.object({ uid, screenId: id }),
  result: emptyResult,
  errors: ['screen-unknown'],
});

export const queryDashboard = operation({
  name: 'queryDashboard',
  summary: "The boxes of the user's dashboard.",
  access: { permission: 'viewer', roles: DASHBOARD_ROLES },
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    boxes: z.array(screenBox),
    isDefault: z.boolean().describe('the user has not changed it'),
  }),
  errors: [],
});

export const saveDashboard = operation({
  name: 'saveDashboard',
  summary: "Stores the boxes of the user's dashboard.",
  access: { permission: 'viewer', roles: DASHBOARD_ROLES },
  effect: 'own',
  bodyBytes: 196_608,
  payload: z.object({ uid, boxes: boxes.nullable().describe('null: the default dashboard') }),
  result: emptyResult,
  errors: [...LAYOUT_ERRORS],
});
