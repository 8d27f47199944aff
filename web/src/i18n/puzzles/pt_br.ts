/** What the Portuguese of Brazil says otherwise. */

import type { PuzzleKey } from ".";

export const ptBR: Partial<Record<PuzzleKey, string>> = {
  intro: "Posições de partidas de bots fortes, cada uma com uma jogada claramente melhor. Encontre-a e saiba por quê.",
  "daily.again": "Ver de novo o problema de hoje",
  "theme.end": "Acabar já a partida?",
  "theme.wait": "Ocupar ou comprar cartas",
  you: "Você",
  why: "Por quê",
  solvers: "Nossos bots que a encontram: {levels}.",
  "solvers.none": "Nenhum dos nossos bots a encontra em um segundo.",
  next: "Próximo problema",
  play_on: "Continuar jogando daqui",
  "why.taken_soon": "Se ficar livre, em {n} de 100 partidas alguém ocupa {route} dentro de uma volta, sobretudo {who}.",
  "why.keep_turns":
    "Seus bilhetes levam assim cerca de {n} turno; com {tickets}, cerca de {other}.|Seus bilhetes levam assim cerca de {n} turnos; com {tickets}, cerca de {other}.",
  "why.station_for": "{ticket} já não tem caminho próprio: uma estação em {city} permite usar uma rota alheia.",
  "why.gains_routes": "Jogada até o fim, dá mais {n} pontos por rotas.",
  "why.gains_tickets": "Jogada até o fim, dá mais {n} pontos por bilhetes.",
  "why.gains_longest": "Jogada até o fim, dá mais {n} pontos pelo caminho mais longo.",
  "why.gains_stations": "Jogada até o fim, dá mais {n} pontos por estações.",
  "why.gains_districts": "Jogada até o fim, dá mais {n} pontos por distritos.",
  "why.gains_most_tickets": "Jogada até o fim, dá mais {n} pontos por ser quem completa mais bilhetes.",
  "why.gains_rivals": "Jogada até o fim, deixa o melhor dos outros com menos {n} pontos.",
  "why.ahead":
    "Vence mais {n} partida em 100 do que a seguinte: {move}.|Vence mais {n} partidas em 100 do que a seguinte: {move}.",
};
