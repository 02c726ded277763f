import { exportAuditLog, queryAuditLog } from './audit.ts';
import { createGroup, deleteGroup, editGroup, queryAllGroups } from './groups.ts';
import {
  changeAllMsgToRead,
  queryAllNotices,
  queryMsgById,
  queryNewMsgByMsgId,
  unReadMsgCount,
} from './notices.ts';
import { addPanel, allPanels, delPanel, editPanel } from './panels.ts';
import { activatePlugins, allPluginProducts } from './plugins.ts';
import {
  beginTwoFactor,
  bindPhone,
  changePassword,
  confirmTwoFactor,
  createToken,
  deleteToken,
  endSession,
  endTwoFactor,
  querySecurity,
  querySessions,
  queryTokens,
  unbindPhone,
} from './security.ts';
import {
  editNoticeConf,
  editUserConfig,
  editUserLang,
  queryNoticeConf,
  queryUserConfig,
  switchStatusNotice,
  uploadPicture,
} from './settings.ts';
import {
  checkResetCode,
  getSignParam,
  loadSysConf,
  loginByCodeOrPd,
  logout,
  register,
  resetPd,
  sendLoginCode,
} from './sign-in.ts';
import {
  checkSubUser,
  createSubEobUser,
  deleteSubEobUser,
  editSubEobUser,
  queryAllSubEobUser,
} from './sub-users.ts';
import { changeAllTaskToRead, queryAllTaskProgress, updateIsRead } from './tasks.ts';
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
import { queryUpdateLog, readUpdateLog } from './update-log.ts';

/** Every operation of the service. The server binds a handler to each: a missing one does not compile. */
export const OPERATIONS = {
  activatePlugins,
  addPanel,
  addTracker,
  allPanels,
  allPluginProducts,
  batchAddTrackers,
  beginTwoFactor,
  bindPhone,
  changeAllMsgToRead,
  changeAllTaskToRead,
  changePassword,
  checkResetCode,
  checkSubUser,
  confirmTwoFactor,
  createGroup,
  createSubEobUser,
  createToken,
  delPanel,
  deleteGroup,
  deleteSubEobUser,
  deleteToken,
  editGroup,
  editNoticeConf,
  editPanel,
  editSubEobUser,
  editTracker,
  editUserConfig,
  editUserLang,
  endSession,
  endTwoFactor,
  exportAuditLog,
  getSignParam,
  getTrackByTime,
  getTrackPartByTime,
  loadSysConf,
  loginByCodeOrPd,
  logout,
  queryAllGroups,
  queryAllNotices,
  queryAllSubEobUser,
  queryAllTaskProgress,
  queryAllTrackers,
  queryAuditLog,
  queryMsgById,
  queryNewMsgByMsgId,
  queryNoticeConf,
  querySecurity,
  querySessions,
  queryTokens,
  queryTrackerById,
  queryUnregisteredDevices,
  queryUpdateLog,
  queryUserConfig,
  readUpdateLog,
  register,
  removeTracker,
  resetPd,
  sendLoginCode,
  switchStatusNotice,
  unReadMsgCount,
  unbindPhone,
  updateIsRead,
  uploadPicture,
} as const;

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
