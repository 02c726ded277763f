import { useEffect, useState } from 'react';
import {
  endFollowing,
  FOLLOW_MS,
  type FollowedAlarm,
  followNewAlarm,
  NOT_FOLLOWING,
} from '../follow-alarms.ts';
import { useBoxData } from '../screen-source.ts';

/** The new alarm that a map shows for some seconds; null: it shows the fleet. */
export function useFollowedAlarm(boxId: number): FollowedAlarm | null {
  const alarms = useBoxData(boxId, 'map')?.alarms;
  const [following, setFollowing] = useState(NOT_FOLLOWING);
  useEffect(() => {
    if (alarms !== undefined) setFollowing((current) => followNewAlarm(current, alarms, Date.now()));
  }, [alarms]);
  const { alarm } = following;
  useEffect(() => {
    if (alarm === null) return;
    const timer = setTimeout(() => setFollowing(endFollowing), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [alarm]);
  return alarm;
}
