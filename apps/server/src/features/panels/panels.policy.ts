import { addPanel, allPanels, delPanel, editPanel } from '@wakeline/contract/panels';
import { hasAccess, type Subject } from '../../identity/access.ts';

export interface PanelUser extends Subject {
  readonly accountId: number;
}

interface Owned {
  readonly accountId: number;
}

/** Users with the function can read all panels of their account, hidden ones included: only the menu omits those. */
export function canReadPanel(user: PanelUser, panel: Owned): boolean {
  return hasAccess(allPanels.access, user) && panel.accountId === user.accountId;
}

export function canAddPanels(user: PanelUser): boolean {
  return hasAccess(addPanel.access, user);
}

export function canEditPanel(user: PanelUser, panel: Owned): boolean {
  return hasAccess(editPanel.access, user) && canReadPanel(user, panel);
}

export function canRemovePanel(user: PanelUser, panel: Owned): boolean {
  return hasAccess(delPanel.access, user) && canReadPanel(user, panel);
}
