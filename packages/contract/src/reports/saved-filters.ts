import { z } from 'zod';
import { emptyResult, id, listOf, name, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { REPORT_ROLES } from '../roles.ts';

const access = { permission: 'viewer', roles: REPORT_ROLES } as const;

const page = z
  .string()
  .max(64)
  .regex(/^\/(dataCenter|dataCount)\/[A-Za-z]+$/)
  .describe('path of the page: /dataCenter/operationCountRecord');

const savedFilter = z.object({
  filterId: id,
  filterName: z.string(),
  query: z.string().describe('query of the address, without "?"'),
  isShared: z.boolean().describe('all users of the account see it'),
  owner: z.string().describe('login'),
  missing: z
    .object({ groups: z.int().nonnegative(), devices: z.int().nonnegative() })
    .describe('groups and devices of the filter that do not exist any more, or that the reader does not see'),
  abilities: z.object({ change: z.boolean() }),
});
export type SavedFilter = z.infer<typeof savedFilter>;

export const queryReportFilters = operation({
  name: 'queryReportFilters',
  summary: 'Saved filters of a report page: own ones and those shared in the account, by name.',
  access,
  effect: 'none',
  payload: z.object({ uid, page }),
  result: listOf(savedFilter).extend({ abilities: z.object({ share: z.boolean() }) }),
  errors: [],
});

export const saveReportFilter = operation({
  name: 'saveReportFilter',
  summary:
    'Saves a filter of a report page under a name, renames it, or replaces it. Administrators can share it with the account.',
  access,
  effect: 'own',
  bodyBytes: 131_072,
  payload: z.object({
    uid,
    filterId: id.optional().describe('unset: a new one'),
    page,
    filterName: name,
    query: text.max(LIMITS.reportQuery),
    isShared: z.boolean().default(false),
  }),
  result: z.object({ filterId: id }),
  errors: ['report-filter-unknown', 'report-filter-limit', 'report-filter-taken'],
});

export const deleteReportFilter = operation({
  name: 'deleteReportFilter',
  summary: 'Deletes a saved filter of a report page.',
  access,
  effect: 'own',
  payload: z.object({ uid, filterId: id }),
  result: emptyResult,
  errors: ['report-filter-unknown'],
});
