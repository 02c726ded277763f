import { IconPlus } from '@tabler/icons-react';
import {
  createMatchHelper,
  HELPER_POINTS,
  type HelperPoints,
  type MatchHelper,
} from '@wakeline/contract/live-events/match-helpers';
import { App, Button, Form, Input, Modal, QRCode, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useMatch } from '../../../parts/matches/use-matches.ts';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { QueryContent } from '../../../parts/settings/query-content.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { useCopy } from '../../../ui/copy.ts';
import styles from '../live-events.module.css';
import { useLiveEventChange, useLiveEventQuery } from '../use-live-event.ts';

/** Helpers at the start and finish of a match, and the codes with which they sign in. */
export function HelpersCard({ matchId }: { readonly matchId: number }) {
  const { t } = useTranslation('liveHolder');
  const query = useLiveEventQuery('queryMatchHelpers', { matchId });
  const canEdit = useMatch(matchId).data?.abilities.edit === true;
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedHelper | null>(null);
  return (
    <section className={styles.card} aria-label={t('helpers.title')}>
      <header>
        <h2>{t('helpers.title')}</h2>
        {canEdit && (
          <Button icon={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {t('helpers.add')}
          </Button>
        )}
      </header>
      <QueryContent query={query}>
        {({ list }) => (
          <>
            {list.length === 0 && <p className={styles.hint}>{t('helpers.none')}</p>}
            <ul className={styles.list}>
              {list.map((helper) => (
                <Helper key={helper.helperId} matchId={matchId} helper={helper} canEdit={canEdit} />
              ))}
            </ul>
          </>
        )}
      </QueryContent>
      <HelperForm
        matchId={matchId}
        open={isAdding}
        onCreated={(helper) => {
          setAdding(false);
          setCreated(helper);
        }}
        onClose={() => setAdding(false)}
      />
      <CodeDialog helper={created} onClose={() => setCreated(null)} />
    </section>
  );
}

interface HelperProps {
  readonly matchId: number;
  readonly helper: MatchHelper;
  readonly canEdit: boolean;
}

function Helper({ matchId, helper, canEdit }: HelperProps) {
  const { t } = useTranslation('liveHolder');
  const { formatDateTime } = useFormat();
  const confirm = useConfirm();
  const revoke = useLiveEventChange('revokeMatchHelper');
  const { helperId, helperName: name, points, lastTime, revokeTime } = helper;
  const isRevoked = revokeTime !== null;
  return (
    <li>
      <span>
        <span className={isRevoked ? styles.ended : styles.name}>{name}</span>
        <span className={styles.muted}>
          {t(`helpers.points.${points}`)} ·{' '}
          {isRevoked
            ? t('helpers.revoked')
            : lastTime === null
              ? t('helpers.unused')
              : t('helpers.last', { time: formatDateTime(lastTime) })}
        </span>
      </span>
      {canEdit && !isRevoked && (
        <Button
          size="small"
          danger
          aria-label={t('helpers.revokeOne', { name })}
          onClick={() =>
            confirm(
              {
                title: t('helpers.revokeTitle', { name }),
                content: t('helpers.revokeText'),
                okText: t('helpers.revoke'),
                successText: t('helpers.revokedNow', { name }),
              },
              () => revoke.mutateAsync({ matchId, helperId }),
            )
          }
        >
          {t('helpers.revoke')}
        </Button>
      )}
    </li>
  );
}

/** A helper with the code that is shown once. */
interface CreatedHelper {
  readonly name: string;
  readonly code: string;
}

interface HelperFormProps {
  readonly matchId: number;
  readonly open: boolean;
  readonly onCreated: (helper: CreatedHelper) => void;
  readonly onClose: () => void;
}

interface Fields {
  readonly helperName: string;
  readonly points: HelperPoints;
}

function HelperForm({ matchId, open, onCreated, onClose }: HelperFormProps) {
  const { t } = useTranslation('liveHolder');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const create = useLiveEventChange('createMatchHelper');
  const { shape } = createMatchHelper.payload;
  const submit = (fields: Fields) =>
    create.mutate(
      { matchId, ...fields },
      {
        onSuccess: ({ code }) => onCreated({ name: fields.helperName, code }),
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  return (
    <Modal
      open={open}
      title={t('helpers.add')}
      okText={t('helpers.create')}
      cancelText={tApp('action.cancel')}
      confirmLoading={create.isPending}
      destroyOnHidden
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        clearOnDestroy
        initialValues={{ helperName: '', points: 'any' }}
        onFinish={submit}
      >
        <Form.Item
          name="helperName"
          label={t('helpers.name')}
          extra={t('helpers.nameHint')}
          rules={[fieldRule(shape.helperName, language)]}
        >
          <Input autoFocus />
        </Form.Item>
        <Form.Item name="points" label={t('helpers.pointsLabel')}>
          <Segmented
            options={HELPER_POINTS.map((value) => ({ value, label: t(`helpers.points.${value}`) }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

interface CodeDialogProps {
  /** Null: closed. */
  readonly helper: CreatedHelper | null;
  readonly onClose: () => void;
}

/** The code of a new helper, as text and as a QR code of the page where it is entered. */
function CodeDialog({ helper, onClose }: CodeDialogProps) {
  const { t } = useTranslation('liveHolder');
  const copy = useCopy();
  const [last, setLast] = useState(helper);
  // Stays visible while the dialog closes.
  if (helper !== null && helper !== last) setLast(helper);
  const { name, code } = last ?? { name: '', code: '' };
  // After #, so that it never gets into the log of a server.
  const url = `${window.location.origin}/matchHelper#${code}`;
  return (
    <Modal
      open={helper !== null}
      title={t('helpers.codeTitle', { name })}
      okText={t('helpers.copyLink')}
      cancelText={t('helpers.close')}
      mask={{ closable: false }}
      onOk={() => copy(url, t('helpers.link'))}
      onCancel={onClose}
    >
      <div className={styles.code}>
        <QRCode value={url} type="svg" size={200} />
        <strong>{code}</strong>
        <span>{t('helpers.codeText')}</span>
      </div>
    </Modal>
  );
}
