import type { Operation, OperationGroup } from './operation.ts';
import type { Operations } from './operations.ts';

/** Operations by name. */
export type OperationTable = Readonly<Record<string, Operation>>;

/** The sub-prefixes of the operations of a table, for those that have one. */
export type GroupsOf<Table extends OperationTable> = {
  readonly [Name in keyof Table as OperationGroup extends Table[Name]['group']
    ? Name
    : never]: OperationGroup;
};

/**
 * Sub-prefixes of the contract's operations, for callers that do not load their schemas. A missing one does not
 * compile.
 */
export const GROUPS: GroupsOf<Operations> = {
  addGroupToMatch: 'live',
  addMatchCourse: 'live',
  addPeopleToMatch: 'live',
  batchCreateParticipants: 'live',
  correctParticipant: 'live',
  createMatch: 'live',
  deleteMatch: 'live',
  deleteMatchClass: 'live',
  deleteMatchCourse: 'live',
  deleteMatchRecording: 'live',
  deleteParticipant: 'live',
  drawStartTimes: 'live',
  editLiveConf: 'live',
  editMatchCourse: 'live',
  queryEventPage: 'live',
  queryEventTracks: 'live',
  queryLiveConf: 'live',
  uploadLiveConfPic: 'live',
  editMatchStatus: 'live',
  endVideo: 'live',
  exportMatchResults: 'live',
  exportStartList: 'live',
  getParticipantTemplate: 'live',
  importParticipants: 'live',
  importStartList: 'live',
  queryCorrections: 'live',
  queryEventVideo: 'live',
  queryMatchConf: 'live',
  queryMatchDetail: 'live',
  queryMatchMsgByPage: 'live',
  queryMatchStandings: 'live',
  queryParticipants: 'live',
  queryVideo: 'live',
  renewMatchCode: 'live',
  renewStreamKey: 'live',
  replaceMatchCourse: 'live',
  saveMatchClass: 'live',
  setMatchRecording: 'live',
  updateMatchConf: 'live',
  updateMatchMsg: 'live',
  updateParticipantMsg: 'live',
};
