/** What the browser says when somebody is called to a table. The service worker has no other words. */

import type { Language } from "./languages";

interface CallTexts {
  title: string;
  turn: string;
  over: string;
  over_bots: string;
  rematch: string;
}

export const callTexts: Record<Language, CallTexts> = {
  en: {
    title: "Branchline · {board}",
    turn: "It is your turn, {who}.",
    over: "The game is over. Winner: {who}.",
    over_bots: "The game is over.",
    rematch: "A rematch is waiting for you, {who}.",
  },
  es: {
    title: "Branchline · {board}",
    turn: "Te toca a ti, {who}.",
    over: "La partida ha terminado. Gana: {who}.",
    over_bots: "La partida ha terminado.",
    rematch: "Te espera una revancha, {who}.",
  },
  "pt-PT": {
    title: "Branchline · {board}",
    turn: "É a sua vez, {who}.",
    over: "O jogo acabou. Venceu: {who}.",
    over_bots: "O jogo acabou.",
    rematch: "Há uma desforra à sua espera, {who}.",
  },
  "pt-BR": {
    title: "Branchline · {board}",
    turn: "É a sua vez, {who}.",
    over: "O jogo acabou. Venceu: {who}.",
    over_bots: "O jogo acabou.",
    rematch: "Uma revanche espera por você, {who}.",
  },
};
