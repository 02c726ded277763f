import { hasPermission, type Subject } from '../identity/access.ts';

/**
 * The blank layer is offered to administrators and holders, and to users with the function of custom layers or race
 * layers: they place images on it, where any other map would interfere.
 */
export function canUseBlankLayer(user: Pick<Subject, 'permission' | 'roles'>): boolean {
  return (
    hasPermission(user, 'administrator') ||
    user.roles.includes('eob_plugin_custom_map') ||
    user.roles.includes('eob_plugin_race_layer')
  );
}
