import { IconBrandWechat, IconPlus } from '@tabler/icons-react';
import type { SatelliteContact } from '@wakeline/contract/satellite/contacts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { BindDialog } from './bind-dialog.tsx';
import { ContactForm, type ContactSubject } from './contact-form.tsx';
import { SectionHead } from './section-head.tsx';
import styles from './settings.module.css';
import { useContacts, useSettingsChange } from './use-settings.ts';

/** Width in pixels below which the table scrolls sideways. */
const TABLE_WIDTH = 760;

/** Who may write to the terminals of the account. */
export function ContactsSection() {
  const { t } = useTranslation('satelliteSettings');
  const { formatDateTime } = useFormat();
  const confirm = useConfirm();
  const query = useContacts();
  const failure = useListFailure(query);
  const remove = useSettingsChange('deleteSatelliteContact');
  const [subject, setSubject] = useState<ContactSubject | null>(null);
  const [isBinding, setIsBinding] = useState(false);
  const { list, abilities } = query.data ?? {};
  const canChange = abilities?.change === true;

  function confirmRemoval({ contactId, contactName: name, kind }: SatelliteContact): void {
    confirm(
      {
        title: t('contacts.deleteTitle', { name }),
        content: t(kind === 'wechat' ? 'contacts.unbindText' : 'contacts.deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ contactId }),
    );
  }

  const columns: readonly RecordColumn<SatelliteContact>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 200,
      render: ({ contactName }) => <span title={contactName}>{contactName}</span>,
    },
    {
      key: 'number',
      title: t('contacts.number'),
      width: 128,
      render: ({ number }) => number !== null && <span className={styles.figures}>{number}</span>,
    },
    {
      key: 'kind',
      title: t('contacts.kindLabel'),
      width: 90,
      render: ({ kind }) => t(`contacts.kind.${kind}`),
    },
    {
      key: 'address',
      title: t('contacts.address'),
      render: ({ kind, address }) =>
        kind === 'wechat' ? (
          <span className={styles.muted} title={address}>
            {t('contacts.bound')}
          </span>
        ) : (
          <span className={styles.figures} title={address}>
            {address}
          </span>
        ),
    },
    {
      key: 'lastMessage',
      title: t('contacts.lastMessage'),
      width: 180,
      optional: true,
      render: ({ lastMessageTime }) =>
        lastMessageTime === null ? (
          <span className={styles.muted}>{t('contacts.never')}</span>
        ) : (
          <span className={styles.figures}>{formatDateTime(lastMessageTime)}</span>
        ),
    },
  ];

  return (
    <>
      <SectionHead text={t('contacts.text')} isReadOnly={abilities !== undefined && !canChange}>
        {canChange && (
          <>
            {abilities?.bindWechat && (
              <Button icon={<IconBrandWechat size={16} />} onClick={() => setIsBinding(true)}>
                {t('bind.open')}
              </Button>
            )}
            <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
              {t('contacts.add')}
            </Button>
          </>
        )}
      </SectionHead>
      <RecordTable<SatelliteContact>
        label={t('section.contacts')}
        name="satellite-contacts"
        rows={list}
        rowKey={({ contactId }) => contactId}
        columns={columns}
        minWidth={TABLE_WIDTH}
        {...failure}
        empty={t('contacts.none')}
        actionsWidth={96}
        actions={(contact) => (
          <RecordActions
            edit={
              canChange && {
                label: t('editOne', { name: contact.contactName }),
                onClick: () => setSubject({ kind: 'edit', contact }),
              }
            }
            remove={
              canChange && {
                label: t('deleteOne', { name: contact.contactName }),
                onClick: () => confirmRemoval(contact),
              }
            }
          />
        )}
      />
      <ContactForm subject={subject} contacts={list ?? []} onClose={() => setSubject(null)} />
      {isBinding && <BindDialog onClose={() => setIsBinding(false)} />}
    </>
  );
}
