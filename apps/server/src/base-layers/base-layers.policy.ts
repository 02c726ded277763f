import { hasPermission, type Subject } from '../identity/access.ts';

/**
 * The blank layer is offered to administrators and holders, and to whoever has the function of own layers or of race layers: they lay
 * pictures of their own on it, under which any other map would be in the way.
 */
export function canUseBlankLayer(user: Pick<Subject, 'permission' | 'roles'>): boolean {
  return (
    hasPermission(user, 'administrator') ||
    user.roles.includes('eob_plugin_custom_map') ||
    user.roles.includes('eob_plugin_race_layer')
  );
}
