import { COURSE_ROLES, MAP_ROLES, type Roles } from '@wakeline/contract/roles';
import { useSession } from '../../../service/session.ts';

function useHasOne(roles: Roles): boolean {
  const { roles: own } = useSession();
  return own.some(({ name }) => roles.includes(name));
}

/** Whether the user sees routes and labelled points. */
export function useSeesObjects(): boolean {
  return useHasOne(MAP_ROLES);
}

/** Whether the user sees the course planner. */
export function useSeesPlanner(): boolean {
  return useHasOne(COURSE_ROLES);
}
