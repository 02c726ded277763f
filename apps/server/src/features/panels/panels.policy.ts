import { addPanel, allPanels, delPanel, editPanel } from '@wakeline/contract/panels';
import { allows, type Subject } from '../../identity/access.ts';

export interface PanelUser extends Subject {
  readonly accountId: number;
}

interface Owned {
  readonly accountId: number;
}

/** Who has the function sees the panels of his account, the hidden ones too: only the menu leaves those out. */
export function mayReadPanel(user: PanelUser, panel: Owned): boolean {
  return allows(allPanels.access, user) && panel.accountId === user.accountId;
}

export function mayAddPanels(user: PanelUser): boolean {
  return allows(addPanel.access, user);
}

export function mayEditPanel(user: PanelUser, panel: Owned): boolean {
  return allows(editPanel.access, user) && mayReadPanel(user, panel);
}

export function mayRemovePanel(user: PanelUser, panel: Owned): boolean {
  return allows(delPanel.access, user) && mayReadPanel(user, panel);
}
