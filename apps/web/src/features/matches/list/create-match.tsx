import { App, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { serverNow } from '../../../live/live-store.ts';
import { showFieldError } from '../../../parts/forms/field-error.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { DetailsFields } from '../details-fields.tsx';
import { MATCH_ERROR_FIELDS, type MatchFields, toMatchFields, toMatchForm } from '../match-values.ts';

interface CreateMatchProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Drawer that creates a match and opens it. */
export function CreateMatch({ open, onClose }: CreateMatchProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const navigate = useNavigate();
  const { timeZone } = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<MatchFields>();
  const create = useMatchChange('createMatch');

  function submit(fields: MatchFields): void {
    const payload = toMatchForm(fields, timeZone);
    if (payload === null) return;
    create.mutate(payload, {
      onSuccess({ matchId }) {
        message.success(t('created', { name: payload.matchName }));
        navigate(`/matches/${matchId}`);
      },
      onError(error) {
        const text = errorText(error, language);
        if (!showFieldError(form, error, MATCH_ERROR_FIELDS, text)) message.error(text);
      },
    });
  }

  return (
    <FormDrawer<MatchFields>
      open={open}
      title={t('add')}
      size={520}
      form={form}
      initialValues={toMatchFields(null, timeZone, serverNow())}
      saving={create.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <DetailsFields isNew />
    </FormDrawer>
  );
}
