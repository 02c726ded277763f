import { IconPlus } from '@tabler/icons-react';
import type { Panel } from '@wakeline/contract/panels';
import { App, Button, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../parts/records/record-table.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { errorText } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { usePanels } from './frame/use-visible-panels.ts';
import { PanelForm, type PanelSubject } from './panel-form.tsx';
import styles from './panels.module.css';
import { useChangePanel } from './use-change-panel.ts';

/** The account's extension panels: external pages that can be shown in the side menu. */
export function PanelsPage() {
  const { t } = useTranslation('panels');
  const language = useLanguage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const query = usePanels();
  const { data } = query;
  const failure = useListFailure(query);
  const change = useChangePanel();
  const [subject, setSubject] = useState<PanelSubject | null>(null);
  const panels = data?.list.toSorted((a, b) => a.sort - b.sort);

  function showError(error: unknown): void {
    message.error(errorText(error, language));
  }

  function setVisible({ panelId }: Panel, visible: boolean): void {
    const panel = { panelId, display: visible ? ('SHOW' as const) : ('HIDE' as const) };
    change.mutate({ kind: 'edit', panel }, { onError: showError });
  }

  function remove({ panelId, panelName }: Panel): void {
    confirm(
      {
        title: t('deleteTitle', { name: panelName }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name: panelName }),
      },
      () => change.mutateAsync({ kind: 'delete', panelId }),
    );
  }

  const columns: readonly RecordColumn<Panel>[] = [
    { key: 'name', title: t('name'), width: 180, render: ({ panelName }) => panelName },
    {
      key: 'address',
      title: t('address'),
      render: ({ panelUrl }) => (
        <span className={styles.address} title={panelUrl}>
          {panelUrl}
        </span>
      ),
    },
    { key: 'sort', title: t('sort'), width: 100, optional: true, render: ({ sort }) => sort },
    {
      key: 'shown',
      title: t('shown'),
      width: 130,
      render: (panel) =>
        panel.abilities.edit ? (
          <Switch
            checked={panel.display === 'SHOW'}
            aria-label={t('showOne', { name: panel.panelName })}
            onChange={(visible) => setVisible(panel, visible)}
          />
        ) : (
          t(panel.display === 'SHOW' ? 'yes' : 'no')
        ),
    },
  ];

  return (
    <Screen
      title={t('title')}
      action={
        data?.abilities.add && (
          <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
            {t('add')}
          </Button>
        )
      }
    >
      <p className={styles.about}>{t('about')}</p>
      <RecordTable<Panel>
        label={t('title')}
        name="panels"
        rows={panels}
        rowKey={({ panelId }) => panelId}
        columns={columns}
        {...failure}
        empty={t('none')}
        actionsWidth={110}
        actions={(panel) => (
          <RecordActions
            edit={
              panel.abilities.edit && {
                label: t('edit', { name: panel.panelName }),
                onClick: () => setSubject({ kind: 'edit', panel }),
              }
            }
            remove={
              panel.abilities.remove && {
                label: t('deleteOne', { name: panel.panelName }),
                onClick: () => remove(panel),
              }
            }
          />
        )}
      />
      <PanelForm subject={subject} panels={panels ?? []} onClose={() => setSubject(null)} />
    </Screen>
  );
}
