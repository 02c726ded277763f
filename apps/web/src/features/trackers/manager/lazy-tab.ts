import type { ComponentType } from 'react';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import type { Namespace } from '../../../i18n/namespaces.ts';
import { createLazyComponent } from '../../../service/lazy-component.tsx';

/** The content of a tab, whose code and texts are loaded when it is first opened. */
export function createTabContent<Props extends object>(
  namespaces: readonly Namespace[],
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return createLazyComponent<Props>(async () => {
    const [component] = await Promise.all([load(), loadNamespaces(namespaces)]);
    return { default: component };
  });
}
