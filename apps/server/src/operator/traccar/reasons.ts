import type { FenceError } from '@wakeline/domain/fences/validate-fence';
import type { Rejection } from '@wakeline/domain/reports/validate-report';

type ObjectReason =
  | 'deleted-here'
  | 'name-cut'
  | 'name-empty'
  | 'name-changed'
  | 'text-cut'
  | 'parent-unknown'
  | 'group-in-itself'
  | 'group-depth'
  | 'group-limit'
  | 'group-not-imported'
  | 'imei-shape'
  | 'imei-twice'
  | 'imei-other-account'
  | 'imei-known'
  | 'disabled'
  | 'category-unknown'
  | 'tracker-limit'
  | 'password-new'
  | 'login-shape'
  | 'login-taken'
  | 'login-is-phone'
  | 'sub-user-limit'
  | 'single-devices'
  | 'area-wrong'
  | 'color-wrong'
  | 'attributes-malformed'
  | 'calendar'
  | 'line-is-route'
  | 'fence-silent'
  | 'fence-limit'
  | 'route-limit'
  | 'route-too-short';

/** Why something of Traccar was not imported as it was. */
export type Reason = ObjectReason | FenceError | Rejection | 'no-fix';

export const REASONS: Readonly<Record<Reason, string>> = {
  'deleted-here': 'imported before and deleted in Wakeline since: not imported again',
  'name-cut': 'the name is too long: cut',
  'name-empty': 'has no name: named by its id',
  'name-changed': 'another group of the account has this name: renamed',
  'text-cut': 'a text is too long: cut',
  'parent-unknown': 'its parent group is not in Traccar: placed at the top level',
  'group-in-itself': 'is below itself: placed at the top level',
  'group-depth': 'is nested too deeply: placed higher',
  'group-limit': 'the account has the maximum number of groups',
  'group-not-imported': 'its group was not imported: has no group',
  'imei-shape': 'the identifier must have 1 to 32 letters, digits and hyphens',
  'imei-twice': 'an earlier device of Traccar has the same identifier, apart from leading zeros',
  'imei-other-account': 'the identifier is registered in another account',
  'imei-known': 'the account already has this device: its data stay, the positions are added',
  disabled: 'disabled in Traccar: expired from the day of the import',
  'category-unknown': 'no icon for this category',
  'tracker-limit': 'the account has the maximum number of devices',
  'password-new': 'the password cannot be imported: set a new one with reset-password, or on the rights page',
  'login-shape': 'the login must have 1 to 64 characters, without invisible ones',
  'login-taken': 'the login exists already, perhaps in another account',
  'login-is-phone': 'the login looks like a phone number; such logins need a verified phone',
  'sub-user-limit': 'the account has the maximum number of sub-accounts',
  'single-devices': 'rights and areas apply to groups: links to single devices were left out',
  'area-wrong': 'the area is not a circle, a polygon or a line in WKT with the latitude first',
  'color-wrong': 'the colour is not like #rrggbb: a default is used',
  'attributes-malformed': 'the attributes are not a JSON object: left out',
  calendar: 'its calendar was left out: the fence applies at all times',
  'line-is-route': 'a line became a route, which creates no notices',
  'fence-silent': 'linked to no group or several: applies to the whole account, without notices',
  'fence-limit': 'the account has the maximum number of fences or vertices',
  'route-limit': 'the account has the maximum number of routes or positions in them',
  'route-too-short': 'the line has no length',
  'fence-shape-wrong': 'the area is not valid',
  'fence-too-few-points': 'the area has less than three different vertices',
  'fence-self-crosses': 'the outline crosses or touches itself',
  'fence-hole-outside': 'a hole lies outside the outline',
  'fence-radius': 'the radius is not above 0',
  'fence-too-large': 'the area is too large or has too many vertices',
  'latitude-out-of-range': 'latitude out of range',
  'longitude-out-of-range': 'longitude out of range',
  'time-in-future': 'time in the future',
  'time-too-old': 'older than the retention of the account',
  'not-a-number': 'time or coordinates not numeric',
  'no-fix': 'exactly 0, 0: the receiver had no fix',
};
