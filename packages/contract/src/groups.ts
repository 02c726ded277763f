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
  createMatchHelper: 'live',
  createVouchers: 'live',
  deleteComment: 'live',
  deleteGift: 'live',
  deleteMatch: 'live',
  deleteMatchClass: 'live',
  deleteMatchCourse: 'live',
  deleteMatchRecording: 'live',
  deleteParticipant: 'live',
  drawStartTimes: 'live',
  editLiveConf: 'live',
  editGift: 'live',
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
  exportMatchGiftsRecordExcel: 'live',
  likeComment: 'live',
  matchLogin: 'live',
  matchLogout: 'live',
  muteViewer: 'live',
  orderGift: 'live',
  queryCommentByPage: 'live',
  queryComments: 'live',
  queryGiftOrder: 'live',
  queryGiftShop: 'live',
  queryHelperMatch: 'live',
  queryLiveModeration: 'live',
  queryMatchConf: 'live',
  queryMatchDetail: 'live',
  queryMatchGifts: 'live',
  queryMatchGiftsRecord: 'live',
  queryMatchHelpers: 'live',
  queryMatchMsgByPage: 'live',
  queryMatchStandings: 'live',
  queryMatchStatistics: 'live',
  queryParticipants: 'live',
  queryVideo: 'live',
  queryVouchers: 'live',
  recordHelperPassing: 'live',
  redeemVoucher: 'live',
  renewMatchCode: 'live',
  renewStreamKey: 'live',
  replaceMatchCourse: 'live',
  revokeMatchHelper: 'live',
  revokeVoucher: 'live',
  saveLiveModeration: 'live',
  saveMatchClass: 'live',
  setMatchRecording: 'live',
  sendComment: 'live',
  sendGift: 'live',
  sendSysComment: 'live',
  unmuteViewer: 'live',
  updateMatchConf: 'live',
  updateMatchMsg: 'live',
  updateParticipantMsg: 'live',
  uploadGiftPic: 'live',
};
