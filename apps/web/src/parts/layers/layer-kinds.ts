import type { Role } from '@wakeline/contract/roles';

/** Own layers of an account, and maps of races. */
export type LayerKind = 'own' | 'race';

/** From the lowest to the highest on the map. */
export const LAYER_KINDS: readonly LayerKind[] = ['own', 'race'];

interface KindDetails {
  /** The function that shows layers of this kind (specification, section 6). */
  readonly role: Role;
  readonly listPath: string;
  readonly configPath: string;
}

export const KIND_DETAILS: Readonly<Record<LayerKind, KindDetails>> = {
  own: { role: 'eob_plugin_custom_map', listPath: '/mapMyself', configPath: '/mapConfig' },
  race: { role: 'eob_plugin_race_layer', listPath: '/customMaps', configPath: '/customMapsConfig' },
};
