import { editUserLang, loadSysConf, loginByCodeOrPd, logout, queryUserConfig } from './account.ts';
import { createGroup, deleteGroup, editGroup, queryAllGroups } from './groups.ts';
import {
  changeAllMsgToRead,
  queryAllNotices,
  queryMsgById,
  queryNewMsgByMsgId,
  unReadMsgCount,
} from './notices.ts';
import {
  addTracker,
  batchAddTrackers,
  editTracker,
  queryAllTrackers,
  queryTrackerById,
  queryUnregisteredDevices,
  removeTracker,
} from './trackers.ts';
import { getTrackByTime, getTrackPartByTime } from './tracks.ts';

/** Every operation of the service. The server binds a handler to each: a missing one does not compile. */
export const OPERATIONS = {
  addTracker,
  batchAddTrackers,
  changeAllMsgToRead,
  createGroup,
  deleteGroup,
  editGroup,
  editTracker,
  editUserLang,
  getTrackByTime,
  getTrackPartByTime,
  loadSysConf,
  loginByCodeOrPd,
  logout,
  queryAllGroups,
  queryAllNotices,
  queryAllTrackers,
  queryMsgById,
  queryNewMsgByMsgId,
  queryTrackerById,
  queryUnregisteredDevices,
  queryUserConfig,
  removeTracker,
  unReadMsgCount,
} as const;

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
